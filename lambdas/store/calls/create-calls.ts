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

/** Calls in one transaction: with counts and list changes, it has fewer than the permitted 100 writes. */
const CHUNK_CALLS = 90;
/** The same for a transaction that also stores an agent, which takes up to 55 writes. */
const CHUNK_CALLS_WITH_AGENT = 30;
/** Bytes of a transaction's calls as JSON. DynamoDB permits 4 MB; a partition accepts 1 MB a second. */
const CHUNK_BYTES = 500_000;
/** Bytes of a batch's calls as JSON: what can be stored before API Gateway times out. */
const BATCH_BYTES = 20_000_000;

/** Calls of one user to store. */
export interface CallBatch {
  readonly calls: readonly StoredCall[];
  /** The records of an inline agent. */
  readonly records: readonly NewRecord[];
  /** Most open calls of the user. */
  readonly maxOpen: number;
}

/** Whether the calls have too many bytes for one batch. */
export const isTooLarge = (calls: readonly StoredCall[]): boolean =>
  calls.reduce((sum, call) => sum + bytesOf(call), 0) > BATCH_BYTES;

/** Why a call was not stored: too many open calls, or an exhausted quota. */
export type CallRefusal = 'too_many_open' | MetQuota;

/**
 * Stores calls in their user's list, in order, one transaction per chunk; the records are stored with the first chunk.
 * Returns the ids of calls that exceed a limit, with the reason. Existing calls and records were stored by an earlier
 * run of the same request and stay.
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

/** The calls and records that are not yet stored. */
interface Remainder {
  readonly calls: readonly StoredCall[];
  readonly records: readonly NewRecord[];
}

/** The calls of the next chunk. */
function firstOf({ calls, records }: Remainder): readonly StoredCall[] {
  const most = records.length > 0 ? CHUNK_CALLS_WITH_AGENT : CHUNK_CALLS;
  let bytes = 0;
  const end = calls.slice(0, most).findIndex((call, index) => {
    bytes += bytesOf(call);
    return index > 0 && bytes > CHUNK_BYTES;
  });
  return calls.slice(0, end < 0 ? most : end);
}

/** The result of a chunk. Calls in neither list are tried again. */
interface ChunkOutcome {
  readonly stored: readonly StoredCall[];
  readonly refused: ReadonlyMap<StoredCall, CallRefusal>;
  /** The records that are not yet stored. */
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

/** Splits off the last calls, which exceed the user's limits. */
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
