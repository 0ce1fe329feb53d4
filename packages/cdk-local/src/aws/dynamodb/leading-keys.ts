import * as z from 'zod';

const partition = z.object({ S: z.string() });
const item = z.record(z.string(), z.unknown());
const keyed = z.object({ Key: item.optional(), Item: item.optional() });
const query = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
});

/** Stands for an unknown partition; no policy should match it. */
const UNKNOWN = '(unknown partition)';

/**
 * The partition of a write, read or query: the condition key `dynamodb:LeadingKeys` of
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html.
 */
export function leadingKey(request: unknown, hashKey: string): string {
  const { Key, Item } = keyed.safeParse(request).data ?? {};
  const direct = partition.safeParse((Key ?? Item)?.[hashKey]).data?.S;
  return direct ?? queriedKey(request, hashKey) ?? UNKNOWN;
}

function queriedKey(request: unknown, hashKey: string): string | undefined {
  const { data } = query.safeParse(request);
  const [, name = '', value = ''] =
    /^\s*([#\w]+)\s*=\s*(:\w+)/.exec(data?.KeyConditionExpression ?? '') ?? [];
  if ((data?.ExpressionAttributeNames[name] ?? name) !== hashKey) return undefined;
  return partition.safeParse(data?.ExpressionAttributeValues[value]).data?.S;
}
