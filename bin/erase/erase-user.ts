import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { erasureKey, type Key, kindPrefix, userPartition } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { isOthers, type UserTraces } from './owned-items.ts';

interface EraseOptions {
  readonly table: Table;
  readonly userId: string;
  /** Only count what would be deleted. */
  readonly dryRun: boolean;
  readonly deleteRecordings: () => Promise<number>;
  readonly report: (text: string) => void | Promise<void>;
  /** Milliseconds between two passes: a revoked token works for another minute. @default 75,000 */
  readonly waitMs?: number;
}

/** Maximum number of passes: if items remain, the user is still active or something is wrong. */
const MOST_PASSES = 5;

/** The largest batch of writes in DynamoDB. */
const BATCH = 25;

const userItem = z.object({
  pk: z.string(),
  sk: z.string(),
  /** The partition of the index of open records. */
  open: z.string().optional(),
  active: z.boolean().optional(),
  hash: z.string().optional(),
  connection_id: z.string().optional(),
  recording_sid: z.string().optional(),
});
type UserItem = z.infer<typeof userItem>;
const anyItem = z.object({ pk: z.string(), sk: z.string(), user_id: z.string().optional() });

/** Blocks a user for a day, and deletes items and recordings until a pass finds none. Repeatable after a failure. */
export async function eraseUser(options: EraseOptions): Promise<number> {
  const { table, userId, dryRun, report, waitMs = 75_000 } = options;
  if (!dryRun) await block(table, userId);
  let deleted = 0;
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const found = await erasePass(options).catch(unblockIfActive(table, userId));
    deleted += found;
    await report(`Pass ${pass}: ${found} items ${dryRun ? 'would be deleted' : 'deleted'}.`);
    if (dryRun || found === 0) return deleted;
    await pause(waitMs);
  }
  throw new Error(
    `New items still appear after ${MOST_PASSES} passes. Find out what writes them, and repeat the command.`,
  );
}

/** Seconds that a block lasts: much longer than anything the user started. */
const BLOCKED_SECONDS = 86_400;

/** From now on, the user's tokens are refused, and none can be created. */
async function block(table: Table, userId: string): Promise<void> {
  const Item = { ...erasureKey(userId), expires_at: Math.floor(Date.now() / 1000) + BLOCKED_SECONDS };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** The user must first end active calls and numbers. */
const unblockIfActive = (table: Table, userId: string) => async (error: unknown) => {
  if (error instanceof UserActive)
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: erasureKey(userId) }));
  throw error;
};

class UserActive extends Error {}

async function erasePass(options: EraseOptions): Promise<number> {
  const { table, userId, dryRun, deleteRecordings, report } = options;
  const items = await itemsOfUser(table, userId);
  refuseIfActive(items);
  const tokens = items.filter(({ sk }) => sk.startsWith(kindPrefix('token')));
  // Tokens are looked up by hash.
  const hashes = tokens.flatMap(({ hash }) =>
    hash === undefined ? [] : [{ pk: `TOKEN#${hash}`, sk: 'TOKEN' }],
  );
  let recordings = items.filter(({ recording_sid }) => recording_sid !== undefined).length;
  if (!dryRun) {
    await deleteItems(table, [...hashes, ...tokens]);
    recordings = await deleteRecordings();
  }
  const found = await itemsElsewhere(table, tracesOf(userId, items));
  if (!dryRun) {
    await deleteItems(table, found);
    await deleteItems(table, items);
  }
  const elsewhere = new Set([...hashes, ...found].map(({ pk, sk }) => `${pk} ${sk}`)).size;
  await report(`${items.length} records, ${elsewhere} items elsewhere, ${recordings} recordings.`);
  return items.length + elsewhere + (dryRun ? 0 : recordings);
}

/** A user's items, with only the needed attributes, because a call may have 400 KB. */
async function itemsOfUser(table: Table, userId: string): Promise<UserItem[]> {
  const pages = paginateQuery(table, {
    TableName: table.name,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :user',
    ProjectionExpression: 'pk, sk, #open, active, #hash, connection_id, recording_sid',
    ExpressionAttributeNames: { '#open': 'open', '#hash': 'hash' },
    ExpressionAttributeValues: { ':user': userPartition(userId) },
  });
  const items: UserItem[] = [];
  for await (const { Items = [] } of pages) items.push(...Items.map((item) => userItem.parse(item)));
  return items;
}

/** Throws if the user has open records: they cost money, and the vendor's callbacks would create new items. */
function refuseIfActive(items: readonly UserItem[]): void {
  const numbers = items.filter(({ sk, active }) => sk.startsWith(kindPrefix('number')) && active === true);
  const open = items.filter((item) => item.open !== undefined && !numbers.includes(item));
  if (numbers.length + open.length === 0) return;
  throw new UserActive(
    `Nothing was deleted: the user has ${numbers.length} numbers, and ${open.length} open calls, purchases or releases of numbers. End the calls (calls/end), cancel the numbers (numbers/cancel), wait until they are released, and repeat the command.`,
  );
}

function tracesOf(userId: string, items: readonly UserItem[]): UserTraces {
  const idsOf = (prefix: string) =>
    new Set(items.filter(({ sk }) => sk.startsWith(prefix)).map(({ sk }) => sk.slice(prefix.length)));
  return {
    userId,
    callIds: idsOf(kindPrefix('call')),
    connectionIds: idsOf(kindPrefix('account_connection')),
    conversationIds: new Set(items.flatMap(({ connection_id }) => connection_id ?? [])),
  };
}

/** The user's items outside the user's partition. No index contains them, so this scans the whole table. */
async function itemsElsewhere(table: Table, traces: UserTraces): Promise<Key[]> {
  const pages = paginateScan(table, {
    TableName: table.name,
    ConsistentRead: true,
    ProjectionExpression: 'pk, sk, user_id',
    FilterExpression: 'NOT begins_with(pk, :users)',
    ExpressionAttributeValues: { ':users': userPartition('') },
  });
  const owned: Key[] = [];
  const undecided: Key[] = [];
  const conversations = new Set<string>();
  for await (const { Items = [] } of pages)
    for (const item of Items.map((each) => anyItem.parse(each))) {
      const isOwned = !isOthers(item, traces);
      (isOwned ? owned : undecided).push({ pk: item.pk, sk: item.sk });
      if (isOwned && item.pk.startsWith('CONVERSATION#')) conversations.add(item.pk);
    }
  // The history of a conversation does not name its user.
  return [...owned, ...undecided.filter(({ pk }) => conversations.has(pk))];
}

async function deleteItems(table: Table, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += BATCH)
    await deleteBatch(
      table,
      keys.slice(start, start + BATCH).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    );
}

async function deleteBatch(table: Table, writes: readonly Record<string, unknown>[]): Promise<void> {
  let left = [...writes];
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt > 8)
      throw new Error('DynamoDB left deletions unprocessed nine times in a row. Repeat the command.');
    if (attempt > 0) await pause(50 * 2 ** attempt);
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: left } }),
    );
    left = UnprocessedItems?.[table.name] ?? [];
  }
}
