import { z } from 'zod';
import { type Answer, isObject } from '../store/answer.ts';

const item = z.record(z.string(), z.unknown());
const request = z.looseObject({
  PutRequest: z.looseObject({ Item: item }).optional(),
  DeleteRequest: z.looseObject({ Key: item }).optional(),
});
const batch = z.looseObject({ RequestItems: z.record(z.string(), z.array(request)) });

type Requests = z.infer<typeof batch>['RequestItems'];

/** Splits a BatchWriteItem: `rest` is undefined if all of its items are removed. A malformed batch remains as it is. */
export function withoutBatchItems(
  input: unknown,
  isRemoved: (table: string, item: object) => boolean,
): { readonly rest: unknown; readonly removed: Requests } {
  const { data } = batch.safeParse(input);
  const [kept, removed]: [Requests, Requests] = [{}, {}];
  for (const [table, requests] of Object.entries(data?.RequestItems ?? {})) {
    for (const one of requests) {
      const named = one.PutRequest?.Item ?? one.DeleteRequest?.Key ?? {};
      const side = isRemoved(table, named) ? removed : kept;
      side[table] = [...(side[table] ?? []), one];
    }
  }
  if (Object.keys(removed).length === 0) return { rest: input, removed };
  return { rest: Object.keys(kept).length === 0 ? undefined : { ...data, RequestItems: kept }, removed };
}

/** Adds items to those that a successful batch left unprocessed. */
export function withUnprocessed(answer: Answer, removed: Requests): Answer {
  if (answer.status !== 200 || !isObject(answer.body) || Object.keys(removed).length === 0) return answer;
  return { ...answer, body: { ...answer.body, UnprocessedItems: removed } };
}
