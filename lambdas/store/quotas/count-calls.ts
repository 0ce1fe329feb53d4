import { type MetQuota, QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import { isUsedUp } from '../../domain/quotas/quotas.ts';
import { WritesRefused } from '../lists/changes.ts';
import { COUNT_SHARDS } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { pastPeriods } from './call-seconds.ts';
import {
  atMost,
  type CountUpdate,
  countUpdate,
  loadShards,
  type ShardedCounts,
  TooManyOpenCalls,
} from './open-calls.ts';

/** New calls of one user to count. */
export interface NewCalls {
  readonly userId: string;
  /** The number of open calls. */
  readonly calls: number;
  /** The number of scheduled calls; -1 for one that becomes open. */
  readonly scheduled: number;
  readonly bytes?: number;
  /** The number of them that are not stored yet. @default 0 */
  readonly stored?: number;
  /** The maximum number of open calls of the user. @default any number */
  readonly maxOpen?: number | undefined;
}

/** Why calls are refused. */
export type CountRefusal = 'too_many_open' | MetQuota;

/** The limits of a user. */
interface Limits {
  readonly open: number | undefined;
  readonly scheduled: number | undefined;
}

/**
 * The number of open and scheduled calls that a user may still have, and the quota that forbids any. The bytes are
 * those of the moment; the condition of the write enforces the number.
 */
export function roomLeft(table: Table, { sums }: ShardedCounts, maxOpen: number | undefined) {
  const bytes = table.quotas?.stored_bytes;
  const scheduled = table.quotas?.scheduled_calls ?? undefined;
  const refusal: MetQuota | undefined =
    typeof bytes === 'number' && isUsedUp(bytes, sums.stored_bytes)
      ? { quota: 'stored_bytes', limit: bytes }
      : undefined;
  return {
    open: maxOpen === undefined ? Number.POSITIVE_INFINITY : Math.max(0, maxOpen - sums.open_calls),
    scheduled:
      scheduled === undefined ? Number.POSITIVE_INFINITY : Math.max(0, scheduled - sums.scheduled_calls),
    refusal,
  };
}

/** Why the user may not have these calls. Returns undefined if they may. */
function refusalOf(
  table: Table,
  known: ShardedCounts,
  wanted: NewCalls,
): TooManyOpenCalls | QuotaExceeded | undefined {
  const room = roomLeft(table, known, wanted.maxOpen);
  if (wanted.calls > room.open) return new TooManyOpenCalls('The user has too many open calls.');
  if (room.refusal) return new QuotaExceeded(room.refusal);
  const limit = table.quotas?.scheduled_calls;
  return wanted.scheduled > room.scheduled && typeof limit === 'number'
    ? new QuotaExceeded({ quota: 'scheduled_calls', limit })
    : undefined;
}

/**
 * The writes that count new calls, each with the condition that its shard has room: a shard may use an equal share of
 * each limit, so together they never exceed it. The user must have enough left. Takes the fewest shards that have
 * enough left, at random, so that concurrent counts seldom meet.
 */
export function countCalls(table: Table, { shards, items }: ShardedCounts, wanted: NewCalls): WriteItem[] {
  const { userId, maxOpen } = wanted;
  const limits = { open: maxOpen, scheduled: table.quotas?.scheduled_calls ?? undefined };
  const { calls: ofCalls, scheduled: ofScheduled } = roomsOf(shards, limits);
  const changes = new Map<number, CountUpdate>();
  const order = shuffled();
  for (const [name, rooms] of [['calls', ofCalls] as const, ['scheduled', ofScheduled] as const]) {
    for (const [shard, amount] of allotted(order, rooms, wanted[name]))
      changes.set(shard, { ...changes.get(shard), [name]: amount });
  }
  const [first = order[0] ?? 0] = changes.keys();
  changes.set(first, { ...changes.get(first), bytes: wanted.bytes ?? 0, stored: wanted.stored ?? 0 });
  return [...changes].map(([shard, change]) => {
    const { calls = 0, scheduled = 0 } = change;
    const bounds = [
      calls > 0 && atMost('open_calls', shareOf(limits.open, shard), calls),
      scheduled > 0 && atMost('scheduled_calls', shareOf(limits.scheduled, shard), scheduled),
    ].flatMap((bound) => bound || []);
    const condition = bounds.map((bound) => bound.condition).join(' AND ');
    const values = Object.fromEntries(bounds.map(({ value, room }) => [value, room]));
    const remove = pastPeriods(items[shard] ?? {});
    return { Update: countUpdate(table, { userId, shard }, { ...change, remove, condition, values }) };
  });
}

/**
 * Stores new calls with the writes that count them, which differ in each attempt. Calls that exist already are not
 * refused. Throws TooManyOpenCalls and QuotaExceeded.
 */
export function countingNew(
  table: Table,
  wanted: NewCalls,
  {
    store,
    isStored,
  }: {
    readonly store: (counting: () => readonly WriteItem[]) => Promise<void>;
    /** Whether an earlier run of the same request stored them. */
    readonly isStored: () => Promise<boolean>;
  },
): Promise<true> {
  return attemptUntil(async () => {
    const known = await loadShards(table, wanted.userId);
    const refusal = refusalOf(table, known, wanted);
    if (refusal && (await isStored())) return true;
    if (refusal) throw refusal;
    const made = new Set<WriteItem>();
    const counting = () => {
      const writes = countCalls(table, known, wanted);
      for (const write of writes) made.add(write);
      return writes;
    };
    try {
      await store(counting);
      return true;
    } catch (error) {
      if (!(error instanceof WritesRefused && error.writes.every((write) => made.has(write)))) throw error;
      return undefined;
    }
  });
}

/** A shard's share of a limit: the shares add up to it. */
function shareOf(limit: number | undefined, shard: number): number | undefined {
  if (limit === undefined) return undefined;
  return Math.floor(limit / COUNT_SHARDS) + (shard < limit % COUNT_SHARDS ? 1 : 0);
}

/** The number of calls that each shard can still count. */
function roomsOf(shards: ShardedCounts['shards'], limits: Limits) {
  const room = (limit: number | undefined, used: number, shard: number) =>
    (shareOf(limit, shard) ?? Number.POSITIVE_INFINITY) - used;
  return {
    calls: shards.map(({ open_calls }, shard) => room(limits.open, open_calls, shard)),
    scheduled: shards.map(({ scheduled_calls }, shard) => room(limits.scheduled, scheduled_calls, shard)),
  };
}

function shuffled(): number[] {
  const drawn = Array.from({ length: COUNT_SHARDS }, (_, shard) => ({ shard, at: Math.random() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ shard }) => shard);
}

/** Distributes an amount over shards, beginning with those that take most of it. What does not fit is left out. */
function allotted(order: readonly number[], rooms: readonly number[], amount: number): [number, number][] {
  if (amount < 0) return [[order[0] ?? 0, amount]];
  const within = (shard: number) => Math.min(rooms[shard] ?? 0, amount);
  const parts: [number, number][] = [];
  let left = amount;
  for (const shard of [...order].sort((a, b) => within(b) - within(a))) {
    const part = Math.min(rooms[shard] ?? 0, left);
    if (part <= 0) break;
    parts.push([shard, part]);
    left -= part;
  }
  return parts;
}
