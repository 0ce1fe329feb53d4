import { type Answer, isObject } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import { pick } from '../stream/stream-record.ts';

/** Adds the next page's start key after a full page; dynalite counts characters as bytes, and may have missed the end. */
export function withLastKey(answer: Answer, input: unknown, store: BufferedStore): Answer {
  const last = store.page.items.at(-1);
  if (!store.page.isFull || !last || !isObject(input) || !isObject(answer.body)) return answer;
  if (answer.status !== 200 || answer.body.LastEvaluatedKey !== undefined) return answer;
  const table = store.description(String(input.TableName));
  const indexes = Array.isArray(table.GlobalSecondaryIndexes) ? table.GlobalSecondaryIndexes : [];
  const index = indexes.find((one) => isObject(one) && one.IndexName === input.IndexName);
  const LastEvaluatedKey = pick(last, [...keyNames(table), ...keyNames(index)]);
  return { ...answer, body: { ...answer.body, LastEvaluatedKey } };
}

function keyNames(keyed: unknown): string[] {
  const schema = isObject(keyed) && Array.isArray(keyed.KeySchema) ? keyed.KeySchema : [];
  return schema.flatMap((key) => (isObject(key) ? [String(key.AttributeName)] : []));
}
