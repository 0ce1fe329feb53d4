import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

type Item = Record<string, unknown>;

/** The existing ones of up to 100 items, read consistently, in any order; one request unless DynamoDB leaves keys unprocessed. */
export async function getItems(table: Table, keys: readonly Key[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  let left: Item[] = [...keys];
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 5) throw new Error('DynamoDB left records unprocessed six times in a row.');
    if (attempt > 0) await wait(20 * 2 ** attempt);
    const batch = await getBatch(table, left);
    items.push(...batch.items);
    left = batch.unprocessed;
  }
  return items;
}

async function getBatch(table: Table, keys: Item[]) {
  const { Responses, UnprocessedKeys } = await table.client.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  return { items: Responses?.[table.name] ?? [], unprocessed: UnprocessedKeys?.[table.name]?.Keys ?? [] };
}
