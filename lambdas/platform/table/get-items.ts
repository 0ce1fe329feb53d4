import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from './items.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

const MAX_KEYS = 100;

/** The existing ones of these items, read consistently, in any order; one request for 100 of them. */
export async function getItems(table: Table, keys: readonly Key[]): Promise<readonly Item[]> {
  const parts: Item[][] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) parts.push(keys.slice(start, start + MAX_KEYS));
  return (await Promise.all(parts.map((part) => getPart(table, part)))).flat();
}

async function getPart(table: Table, keys: Item[]): Promise<Item[]> {
  const items: Item[] = [];
  let keysLeft = keys;
  for (let attempt = 0; keysLeft.length > 0; attempt++) {
    if (attempt > 5) throw new Error('DynamoDB left records unprocessed six times in a row.');
    if (attempt > 0) await wait(20 * 2 ** attempt);
    const batch = await getBatch(table, keysLeft);
    items.push(...batch.items);
    keysLeft = batch.unprocessed;
  }
  return items;
}

async function getBatch(table: Table, keys: Item[]) {
  const { Responses, UnprocessedKeys } = await table.client.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  return { items: Responses?.[table.name] ?? [], unprocessed: UnprocessedKeys?.[table.name]?.Keys ?? [] };
}
