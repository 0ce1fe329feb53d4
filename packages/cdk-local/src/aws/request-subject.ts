import * as z from 'zod';
import type { Resources } from '../template/resource.ts';
import { findResource } from './protocol/find-resource.ts';

const keySchema = z.object({ KeySchema: z.array(z.object({ AttributeName: z.string() })) });
const attributes = z.record(z.string(), z.unknown());
const single = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  Key: attributes.optional(),
  Item: attributes.optional(),
});
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), single)) });
const text = z.object({ S: z.string() });
const queue = z.object({ QueueUrl: z.string() });
const secret = z.object({ SecretId: z.string() });
const events = z.object({ Entries: z.array(z.object({ DetailType: z.string() })) });

/** The number of items in a transaction; 0 for any other request. */
export const transactionSize = (input: unknown): number =>
  transaction.safeParse(input).data?.TransactItems.length ?? 0;

/**
 * The subject of a request, without the parts that differ from run to run: the classes of keys (a key's text up to its
 * first #), a queue's name, a secret, the type of an event.
 */
export function requestSubject(input: unknown, resources: Resources): string {
  const items = transaction.safeParse(input).data?.TransactItems.flatMap((item) => Object.values(item));
  const item = single.safeParse(input).data;
  if (items ?? item)
    return (items ?? (item ? [item] : [])).map((each) => keyClass(each, resources)).join('+');
  return (
    queue.safeParse(input).data?.QueueUrl.split('/').at(-1) ??
    secret.safeParse(input).data?.SecretId ??
    events.safeParse(input).data?.Entries[0]?.DetailType ??
    ''
  );
}

function keyClass({ TableName, IndexName, Key, Item }: z.infer<typeof single>, resources: Resources): string {
  const table = findResource(resources, 'AWS::DynamoDB::Table', TableName);
  const names = keySchema.safeParse(table?.properties).data?.KeySchema ?? [];
  const values = names.map(({ AttributeName }) => text.safeParse((Key ?? Item)?.[AttributeName]).data?.S);
  const classes = values.flatMap((value) => value?.split('#')[0] ?? []);
  return IndexName ?? classes.join('/');
}
