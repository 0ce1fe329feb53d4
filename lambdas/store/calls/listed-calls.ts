import { logger } from '../../runtime/logger.ts';
import { placeIds, takeId } from '../lists/blocks.ts';
import { changeHead, type HeadChange } from '../lists/changes.ts';
import { bytesOf, setOf } from '../lists/ids.ts';
import { loadHeadWithNew, type Shard, tailPut } from '../lists/new-ids.ts';
import { pastPeriods } from '../quotas/call-seconds.ts';
import { changeCounts } from '../quotas/open-calls.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { countsKey, type ListKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { transactIf, type WriteItem } from '../table/write-if.ts';

const callsOf = (userId: string): ListKey => ({ kind: 'call', userId });

/** The mean number of new calls after which a write checks whether to fold ids. */
const LOOK_EVERY = 32;
/** New ids of a shard above which they are folded. With fewer ids and its counters, the shard stays well below 1 KB. */
const MANY_NEW_IDS = 12;
/** Most ids that one transaction folds: with their blocks and shards it has fewer than the permitted 100 writes. */
const FOLDED_IDS = 1_000;

/**
 * Sometimes folds new ids of a user's calls, with a probability in proportion to the number of added ids. If it fails,
 * the next addition tries again.
 */
export async function foldNowAndThen(table: Table, userId: string, added: number): Promise<void> {
  if (Math.random() * LOOK_EVERY >= added) return;
  await foldNewIds(table, userId).catch((error: unknown) =>
    logger.warn('New ids of a list were not folded.', { error }),
  );
}

/**
 * Moves the new ids of a user's calls into blocks, from all shards that have many. If another change happens at the
 * same time, a later addition folds them.
 */
export async function foldNewIds(table: Table, userId: string): Promise<void> {
  const list = callsOf(userId);
  const { head, shards } = await loadHeadWithNew(table, list);
  let room = FOLDED_IDS;
  const folded = shards.filter(({ ids }) => {
    if (ids.length < MANY_NEW_IDS) return false;
    room -= ids.length;
    return room >= 0;
  });
  if (folded.length === 0) return;
  const ids = folded.flatMap((shard) => shard.ids).sort();
  const { blocks, writes } = await placeIds(table, list, { head, ids });
  const floor = [head.floor ?? '', ids.at(-1) ?? ''].sort().at(-1);
  await transactIf(table, [
    ...changeWithTail(table, list, { head, blocks, floor, growth: 0 }),
    ...writes,
    ...folded.map((shard) => emptied(table, userId, shard)),
  ]);
}

/**
 * The write that removes all new ids of a shard, and other data that the shard no longer needs; refused if its ids
 * changed.
 */
function emptied(table: Table, userId: string, { shard, ids, item }: Shard): WriteItem {
  const update = fieldUpdate({
    remove: ['new_ids', ...pastPeriods(item)],
    condition: 'new_ids = :read',
    values: { ':read': setOf(ids) },
  });
  return { Update: { TableName: table.name, Key: countsKey(userId, shard), ...update } };
}

/** A call to remove from its user's list, and the bytes that it takes from their counters. */
interface CallRemoval {
  readonly userId: string;
  readonly callId: string;
  /** Negative. */
  readonly bytes: number;
}

/** The writes that remove a call from its user's list and counters, in the transaction that deletes it. */
export async function planCallRemoval(
  table: Table,
  { userId, callId, bytes }: CallRemoval,
): Promise<readonly WriteItem[]> {
  const list = callsOf(userId);
  const { head, shards } = await loadHeadWithNew(table, list);
  const shard = shards.find(({ ids }) => ids.includes(callId));
  if (shard) return [withoutNewId(table, { userId, callId, bytes }, shard)];
  const taken = await takeId(table, list, { head, id: callId });
  const listed = taken
    ? [...changeWithTail(table, list, { head, ...taken, growth: 0 }), ...taken.writes]
    : [];
  return [changeCounts(table, { userId, bytes }), ...listed];
}

/** Refused if the id was folded since. */
const withoutNewId = (table: Table, { userId, callId, bytes }: CallRemoval, { shard }: Shard): WriteItem => ({
  Update: {
    TableName: table.name,
    Key: countsKey(userId, shard),
    UpdateExpression: 'ADD stored_bytes :bytes DELETE new_ids :ids',
    ConditionExpression: 'contains(new_ids, :id)',
    ExpressionAttributeValues: { ':bytes': bytes, ':ids': setOf([callId]), ':id': bytesOf(callId) },
  },
});

/** A change of the head of a list that has new ids. */
const changeWithTail = (table: Table, list: ListKey, change: HeadChange): WriteItem[] => [
  changeHead(table, list, change),
  tailPut(table, list, change.head.version + 1),
];
