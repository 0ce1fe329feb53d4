import { inUser, type Key } from '../../platform/table/keys.ts';

export const openCallsKey = (userId: string): Key => inUser(userId, 'OPEN_CALLS');

/** The key of a user's counters of calls: open and scheduled ones, stored bytes, and seconds of those that ended. */
export const countsKey = (userId: string): Key => inUser(userId, 'CALL_COUNTS');

/** The key of a user's use of the daily quotas but minutes, by day (`2026-01-01`, UTC). */
export const dayUseKey = (userId: string, day: string): Key => ({
  pk: `${DAY_USE_PREFIX}${userId}#${day}`,
  sk: DAY_USE,
});

export const DAY_USE_PREFIX = 'USAGE#';

export const DAY_USE = 'DAY_USE';

/** The user of such an item, from its partition. */
export const ownerOfCounts = (pk: string): string | undefined => pk.split('#')[1];

export const OPEN_CALLS_INDEX = 'open-calls';

/** One partition accepts 1,000 write units a second; a call makes two writes, and two at each reconciliation. */
export const OPEN_SHARDS: readonly string[] = Array.from({ length: 16 }, (_, shard) => shardAt(shard));

/** The partition of a record in that index, by the last hexadecimal digit of its id, which is random. */
export const openShard = (id: string): string => shardAt(Number.parseInt(id.slice(-1), 16) || 0);

function shardAt(shard: number): string {
  return shard === 0 ? 'OPEN' : `OPEN#${shard}`;
}
