import type { StoredCall } from '../../domain/calls/call.ts';
import type { MetQuota } from '../../domain/quotas/quota-exceeded.ts';
import { additionsOf, WritesRefused } from '../lists/changes.ts';
import { countCalls, loadCounts, type UserCounts } from '../quotas/open-calls.ts';
import type { NewRecord } from '../records/kinds.ts';
import { creationOf } from '../records/records.ts';
import { writeCounted } from '../records/reference-counts.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { bytesOfCall as bytesOf, callPut, countsOf } from './calls.ts';

/** Calls of one transaction: with the count and what the list changes, they stay below the 100 writes that it may have. */
const CHUNK_CALLS = 90;
/** The same where an agent is stored with them, which takes up to 55 writes. */
const CHUNK_CALLS_WITH_AGENT = 30;
/** Bytes of a transaction's calls, as JSON: it may have 4 MB, and a partition takes 1 MB a second of it. */
const CHUNK_BYTES = 500_000;
/** Bytes of all calls of a batch, as JSON: what can be stored in the time that API Gateway waits. */
const BATCH_BYTES = 20_000_000;

/** Calls of one user that are to be stored. */
export interface CallBatch {
  readonly calls: readonly StoredCall[];
  /** The records of an agent that was given in place. */
  readonly records: readonly NewRecord[];
  /** How many open calls the user may have. */
  readonly maxOpen: number;
}

/** Whether calls are more, in bytes, than can be stored at once. */
export const isTooLarge = (calls: readonly StoredCall[]): boolean =>
  calls.reduce((sum, call) => sum + bytesOf(call), 0) > BATCH_BYTES;

/** Why a call was not stored: too many are open, or a quota is met. */
export type CallRefusal = 'too_many_open' | MetQuota;

/**
 * Stores calls in their user's list, in their order and as many at once as go into a transaction; the records come with
 * the first. Gives the ids of those for which there was no room among what the user may have, and why. Calls and records that are
 * there already were stored by an earlier run of the same request, and stay.
 */
export async function createCalls(table: Table, { calls, records, maxOpen }: CallBatch) {
  const refused = new Map<string, CallRefusal>();
  let left: Remainder = { calls, records };
  while (left.calls.length > 0) {
    const chunk = { calls: firstOf(left), records: left.records };
    const outcome = await storeChunk(table, chunk, maxOpen);
    for (const [{ id }, reason] of outcome.refused) refused.set(id, reason);
    const isDone = new Set([...outcome.stored, ...outcome.refused.keys()]);
    left = { calls: left.calls.filter((call) => !isDone.has(call)), records: outcome.records };
  }
  return refused;
}

/** What is yet to be stored. */
interface Remainder {
  readonly calls: readonly StoredCall[];
  readonly records: readonly NewRecord[];
}

/** The calls that are stored next. */
function firstOf({ calls, records }: Remainder): readonly StoredCall[] {
  const most = records.length > 0 ? CHUNK_CALLS_WITH_AGENT : CHUNK_CALLS;
  let bytes = 0;
  const end = calls.slice(0, most).findIndex((call, index) => {
    bytes += bytesOf(call);
    return index > 0 && bytes > CHUNK_BYTES;
  });
  return calls.slice(0, end < 0 ? most : end);
}

/** What became of a chunk; calls that are in neither are to be tried again. */
interface ChunkOutcome {
  readonly stored: readonly StoredCall[];
  readonly refused: ReadonlyMap<StoredCall, CallRefusal>;
  /** The records that are yet to be stored. */
  readonly records: readonly NewRecord[];
}

async function storeChunk(table: Table, chunk: Remainder, maxOpen: number): Promise<ChunkOutcome> {
  const { calls, records } = chunk;
  const { puts, counts } = creationOf(table, records);
  const callPuts = new Map(calls.map((call) => [callPut(table, call), call]));
  const userId = calls[0]?.user_id ?? '';
  const counting = countCalls(table, { ...countsOf(calls), maxOpen });
  const names = records.map(({ kind, record }) => ({ kind, userId, id: record.id }));
  const additions = additionsOf([
    ...names,
    ...calls.map(({ id }) => ({ kind: 'call' as const, userId, id })),
  ]);
  try {
    await writeCounted(table, { writes: [...puts, ...callPuts.keys(), counting], counts, additions });
    return { stored: calls, refused: new Map(), records: [] };
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
    const isRefused = (write: WriteItem) => error.writes.includes(write);
    const stored = [...callPuts].flatMap(([put, call]) => (isRefused(put) ? [call] : []));
    const areRecordsStored = puts.some(isRefused);
    if (stored.length > 0 || areRecordsStored) {
      return { stored, refused: new Map(), records: areRecordsStored ? [] : records };
    }
    if (!isRefused(counting)) throw error;
    const refused = withoutRoom(calls, await loadCounts(table, userId), { ...table.quotas, maxOpen });
    return { stored: [], refused, records };
  }
}

interface CallLimits {
  readonly maxOpen: number;
  readonly scheduled_calls?: number | null;
  readonly stored_bytes?: number | null;
}

/** The calls, from the last backwards, for which there is no room beside what their user has. */
function withoutRoom(
  calls: readonly StoredCall[],
  { open_calls, scheduled_calls, stored_bytes }: UserCounts,
  { maxOpen, ...limits }: CallLimits,
): ReadonlyMap<StoredCall, CallRefusal> {
  const bytes = limits.stored_bytes;
  if (typeof bytes === 'number' && stored_bytes >= bytes)
    return new Map(calls.map((call) => [call, { quota: 'stored_bytes', limit: bytes }]));
  const open = calls.filter(({ counted }) => counted).slice(Math.max(0, maxOpen - open_calls));
  const most = limits.scheduled_calls ?? Number.POSITIVE_INFINITY;
  const waiting = calls.filter(({ counted }) => !counted).slice(Math.max(0, most - scheduled_calls));
  return new Map<StoredCall, CallRefusal>([
    ...open.map((call) => [call, 'too_many_open'] as const),
    ...waiting.map((call) => [call, { quota: 'scheduled_calls', limit: most }] as const),
  ]);
}
