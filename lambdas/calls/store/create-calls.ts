import { snapshotKeyOf, storeSnapshot, useSnapshot } from '../../agents/store/snapshots.ts';
import { logger } from '../../platform/logger.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { additionsOf, WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { creationOf } from '../../records/store/records.ts';
import { writeCounted } from '../../records/store/reference-counts.ts';
import {
  type CountRefusal,
  isCountRefusal,
  reserveCalls,
  roomLeft,
  storeReserved,
} from '../../usage/store/open-calls.ts';
import { callKind } from '../model/call.ts';
import { type CallWithSnapshot, withoutSnapshot } from '../model/snapshot.ts';
import { bytesOfCall, callPut, countsOf } from './calls.ts';

/** Calls in one transaction: with two writes each and up to 4 snapshots, they make the permitted 100 writes. */
const CHUNK_CALLS = 48;
/** The same for a transaction that also stores an agent, which needs up to 58 writes. */
const CHUNK_CALLS_WITH_AGENT = 18;
/** Bytes of a transaction's calls as JSON. DynamoDB permits 4 MB; a partition accepts 1 MB a second. */
const CHUNK_BYTES = 500_000;
/** Bytes of a batch's calls as JSON: what can be stored before API Gateway times out. */
const BATCH_BYTES = 20_000_000;

export interface CallBatch {
  readonly calls: readonly CallWithSnapshot[];
  readonly records: readonly NewRecord[];
  readonly maxOpen: number;
  /** Whether the time for storing is over: calls that are not stored by then are left out. @default never */
  readonly isLate?: () => boolean;
}

export const isTooLarge = (calls: readonly CallWithSnapshot[]): boolean =>
  calls.reduce((sum, call) => sum + ownBytes(call), 0) > BATCH_BYTES;

const ownBytes = (call: CallWithSnapshot) => bytesOfCall(withoutSnapshot(call));

/** Why a call was not stored: too many open calls, an exhausted quota, or the batch stopped before it. */
export type CallRefusal = CountRefusal | 'broken_off';

/** Stores calls in chunks; may be repeated. Returns the ids that were not stored; throws if nothing was. */
export async function createCalls(
  table: Table,
  { calls, records, maxOpen, isLate = () => false }: CallBatch,
): Promise<ReadonlyMap<string, CallRefusal>> {
  const refused = new Map<string, CallRefusal>();
  let remainder: Remainder = { calls, records };
  let storedCount = 0;
  const snapshots = new Set<string>();
  while (remainder.calls.length > 0) {
    const part = remainder;
    const outcome = isLate()
      ? await brokenOff(table, part.calls)
      : await attemptUntil(() => storeChunk(table, part, maxOpen)).catch((error: unknown) => {
          if (storedCount === 0) throw error;
          logger.error('A batch of calls stopped early.', { error, stored: storedCount });
          return brokenOff(table, part.calls);
        });
    for (const call of outcome.stored) {
      const { snapshotId } = snapshotKeyOf(call);
      if (snapshots.has(snapshotId)) continue;
      await storeSnapshot(table, call);
      snapshots.add(snapshotId);
    }
    storedCount += outcome.stored.length;
    for (const [{ id }, reason] of outcome.refused) refused.set(id, reason);
    const isDone = new Set([...outcome.stored, ...outcome.refused.keys()]);
    remainder = { calls: remainder.calls.filter((call) => !isDone.has(call)), records: outcome.records };
  }
  return refused;
}

interface Remainder {
  readonly calls: readonly CallWithSnapshot[];
  readonly records: readonly NewRecord[];
}

/** The result of a chunk. Calls in neither list are tried again. */
interface ChunkOutcome {
  readonly stored: readonly CallWithSnapshot[];
  readonly refused: ReadonlyMap<CallWithSnapshot, CallRefusal>;
  readonly records: readonly NewRecord[];
}

/** The calls of the next chunk, in order, and those among them for which there is no capacity. */
function firstOf(
  { calls, records }: Remainder,
  room: Awaited<ReturnType<typeof roomLeft>>,
  limit: number | null | undefined,
) {
  const most = records.length > 0 ? CHUNK_CALLS_WITH_AGENT : CHUNK_CALLS;
  const chunk: CallWithSnapshot[] = [];
  const refused = new Map<CallWithSnapshot, CallRefusal>();
  let { open, scheduled } = room;
  let bytes = 0;
  for (const call of calls) {
    const isFull = (call.counted ? open : scheduled) <= 0;
    if (room.refusal || isFull) {
      const full = call.counted ? 'too_many_open' : { quota: 'scheduled_calls' as const, limit: limit ?? 0 };
      refused.set(call, room.refusal ?? full);
      continue;
    }
    bytes += ownBytes(call);
    if (chunk.length > 0 && (chunk.length >= most || bytes > CHUNK_BYTES)) break;
    chunk.push(call);
    if (call.counted) open -= 1;
    else scheduled -= 1;
  }
  return { chunk, refused };
}

/** Returns undefined if other calls took the capacity meanwhile. */
async function storeChunk(
  table: Table,
  remainder: Remainder,
  maxOpen: number,
): Promise<ChunkOutcome | undefined> {
  const { userId, at } = countsOf(remainder.calls);
  const room = await roomLeft(table, userId, { maxOpen, at });
  const { chunk, refused } = firstOf(remainder, room, table.quotas?.scheduled_calls);
  // Those that an earlier run stored are not refused.
  const existing = await existingOf(table, [...refused.keys()]);
  for (const call of existing) refused.delete(call);
  const { records } = remainder;
  if (chunk.length === 0) return { stored: existing, refused, records };
  const outcome = await writeChunk(table, { calls: chunk, records }, maxOpen);
  return outcome && { ...outcome, stored: [...outcome.stored, ...existing], refused };
}

async function writeChunk(
  table: Table,
  { calls, records }: Remainder,
  maxOpen: number,
): Promise<Omit<ChunkOutcome, 'refused'> | undefined> {
  const { puts, counts } = creationOf(table, records);
  const callPuts = new Map(calls.map((call) => [callPut(table, call), call]));
  const sharers = Map.groupBy(calls, ({ snapshot_id }) => snapshot_id);
  const sharing = [...sharers.values()].flatMap(([one, ...others]) =>
    one?.snapshot_id === undefined ? [] : [useSnapshot(table, snapshotKeyOf(one), 1 + others.length)],
  );
  const reservation = { ...countsOf(calls), maxOpen };
  const listed = [...records, ...calls.map((record) => ({ kind: callKind, record }))];
  try {
    await reserveCalls(table, reservation);
  } catch (error) {
    if (isCountRefusal(error)) return undefined;
    throw error;
  }
  try {
    const writes = [...puts, ...callPuts.keys(), ...sharing];
    const store = () => writeCounted(table, { writes, counts, additions: additionsOf(listed) });
    await storeReserved(table, reservation, store);
    return { stored: calls, records: [] };
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
    const isRefused = (write: WriteItem) => error.writes.includes(write);
    const storedCalls = [...callPuts].flatMap(([put, call]) => (isRefused(put) ? [call] : []));
    const areRecordsStored = puts.some(isRefused);
    if (storedCalls.length === 0 && !areRecordsStored) return undefined;
    return { stored: storedCalls, records: areRecordsStored ? [] : records };
  }
}

/** The outcome for calls after which nothing more is stored: which of them were stored is certain. */
async function brokenOff(table: Table, calls: readonly CallWithSnapshot[]): Promise<ChunkOutcome> {
  const existing = await existingOf(table, calls);
  const lost = calls.filter((call) => !existing.includes(call));
  return { stored: existing, refused: new Map(lost.map((call) => [call, 'broken_off'])), records: [] };
}

async function existingOf(
  table: Table,
  calls: readonly CallWithSnapshot[],
): Promise<readonly CallWithSnapshot[]> {
  const keys = calls.map(({ user_id, id }) => recordKey(user_id, 'call', id));
  const existingIds = new Set((await getItems(table, keys)).map(({ id }) => id));
  return calls.filter(({ id }) => existingIds.has(id));
}
