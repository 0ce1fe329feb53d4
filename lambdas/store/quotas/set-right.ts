import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type StoredCall, storedCall } from '../../domain/calls/call.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { getItems } from '../table/get-items.ts';
import {
  countsKey,
  type Key,
  kindPrefix,
  OPEN_CALLS_INDEX,
  OPEN_SHARDS,
  userPartition,
} from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Milliseconds without a reservation after which none is under way: a request takes less than 30 seconds. */
const QUIET_MS = 60_000;

/**
 * Sets the numbers of open and scheduled calls to those of the index, which a crash between two writes leaves too high.
 * Only when no reservation is under way. Returns false if nothing was set.
 */
export async function setRight(table: Table, userId: string, at: Date): Promise<boolean> {
  const { Item = {} } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: countsKey(userId), ConsistentRead: true }),
  );
  const { reserved_at: seen } = Item;
  if (typeof seen !== 'string' || Date.parse(seen) > at.getTime() - QUIET_MS) return false;
  const calls = await listOpenCalls(table, userId);
  const update = fieldUpdate({
    set: {
      open_calls: calls.filter(({ counted }) => counted).length,
      scheduled_calls: calls.filter((call) => call.counted_as_scheduled && !call.counted).length,
      reserved_at: at.toISOString(),
    },
    condition: 'reserved_at = :seen',
    values: { ':seen': seen },
  });
  return isWritten(() =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key: countsKey(userId), ...update })),
  );
}

/** A user's calls that are not over. It reads the index of all users: only for what is seldom done. */
async function listOpenCalls(table: Table, userId: string): Promise<readonly StoredCall[]> {
  const found = await Promise.all(OPEN_SHARDS.map((open) => keysOfUser(table, open, userId)));
  const keys = found.flat();
  const calls: StoredCall[] = [];
  for (let start = 0; start < keys.length; start += 100)
    for (const item of await getItems(table, keys.slice(start, start + 100)))
      calls.push(storedCall.parse(item));
  return calls.filter(({ settle_at }) => settle_at !== undefined);
}

async function keysOfUser(table: Table, open: string, userId: string): Promise<Key[]> {
  const keys: Key[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: OPEN_CALLS_INDEX,
        KeyConditionExpression: '#open = :open',
        FilterExpression: 'pk = :pk AND begins_with(sk, :kind)',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: {
          ':open': open,
          ':pk': userPartition(userId),
          ':kind': kindPrefix('call'),
        },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    keys.push(...Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    start = LastEvaluatedKey;
  } while (start);
  return keys;
}
