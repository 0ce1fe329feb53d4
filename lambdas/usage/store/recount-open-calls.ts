import * as z from 'zod/mini';
import { getItems } from '../../platform/table/get-items.ts';
import { queryPages, readItem, updateItem } from '../../platform/table/items.ts';
import { type Key, recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { countsKey, OPEN_CALLS_INDEX, OPEN_SHARDS } from './keys.ts';

/** Milliseconds without a reservation after which none is under way: a request takes less than 30 seconds. */
const QUIET_MS = 60_000;

const countedCall = z.object({
  counted: z.optional(z.boolean()),
  counted_as_scheduled: z.optional(z.boolean()),
});

/** Corrects counts that a crash left too high to those of the index, unless a reservation is under way. */
export async function recountOpenCalls(table: Table, userId: string, at: Date): Promise<boolean> {
  const seen = (await readItem(table, countsKey(userId)))?.reserved_at;
  if (typeof seen !== 'string' || Date.parse(seen) > at.getTime() - QUIET_MS) return false;
  const calls = (await listOpenCalls(table, userId)).map((item) => countedCall.parse(item));
  return updateItem(table, countsKey(userId), {
    set: {
      open_calls: calls.filter(({ counted }) => counted).length,
      scheduled_calls: calls.filter((call) => call.counted_as_scheduled && !call.counted).length,
      reserved_at: at.toISOString(),
    },
    condition: 'reserved_at = :seen',
    values: { ':seen': seen },
  });
}

/** The items of a user's calls that are not over. It reads the index of all users, so call it only rarely. */
export async function listOpenCalls(
  table: Table,
  userId: string,
): Promise<readonly Record<string, unknown>[]> {
  const found = await Promise.all(OPEN_SHARDS.map((open) => keysOfUser(table, open, userId)));
  const items = await getItems(table, found.flat());
  return items.filter(({ reconcile_at }) => reconcile_at !== undefined);
}

async function keysOfUser(table: Table, open: string, userId: string): Promise<Key[]> {
  const keys: Key[] = [];
  const { pk, sk } = recordKey(userId, 'call', '');
  const pages = queryPages(table, {
    IndexName: OPEN_CALLS_INDEX,
    KeyConditionExpression: '#open = :open',
    FilterExpression: 'pk = :pk AND begins_with(sk, :kind)',
    ExpressionAttributeNames: { '#open': 'open' },
    ExpressionAttributeValues: { ':open': open, ':pk': pk, ':kind': sk },
  });
  for await (const items of pages)
    keys.push(...items.map((item) => ({ pk: String(item.pk), sk: String(item.sk) })));
  return keys;
}
