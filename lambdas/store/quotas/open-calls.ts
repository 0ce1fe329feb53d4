import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { QuotaName } from '../../domain/quotas/quotas.ts';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { getItems } from '../table/get-items.ts';
import {
  COUNT_SHARDS,
  COUNTS_PREFIX,
  countsKey,
  type Key,
  openCallsKey,
  userPartition,
} from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

/** The user has too many open calls; nothing was stored. */
export class TooManyOpenCalls extends Error {
  override readonly name = 'TooManyOpenCalls';
}

/** The counters of a user, or of one shard of them. */
const counts = z.object({
  open_calls: z._default(z.number(), 0),
  scheduled_calls: z._default(z.number(), 0),
  stored_bytes: z._default(z.number(), 0),
  numbers: z._default(z.number(), 0),
  own_numbers: z._default(z.number(), 0),
});
export type UserCounts = z.infer<typeof counts>;

/** A user's counters: the sums, and each shard's. */
export interface ShardedCounts {
  readonly sums: UserCounts;
  readonly shards: readonly UserCounts[];
  /** The item of each shard. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Seconds of ended calls in a period: see call-seconds.ts. */
  readonly secondsIn: (period: string) => number;
  /** The sum of an attribute: see call-cost.ts. */
  readonly countIn: (attribute: string) => number;
}

/** Changes of a user's counters. */
export interface CallCounts {
  readonly userId: string;
  /** Change of the number of open calls. */
  readonly calls?: number;
  /** Change of the number of scheduled calls. */
  readonly scheduled?: number;
  /** Change of the stored bytes of calls. */
  readonly bytes?: number;
  /** Seconds of a call that ended, by period: see call-seconds.ts. */
  readonly seconds?: Readonly<Record<string, number>>;
  /** What a call that ended cost, by attribute: see call-cost.ts. */
  readonly costs?: Readonly<Record<string, number>>;
  /** Change of the number of stored calls, the total of a long list. */
  readonly stored?: number;
}

/**
 * The write that changes a user's counters, in the transaction of its cause. It changes a random shard, so that few
 * transactions meet; only the sum of the shards has a meaning.
 */
export function changeCounts(table: Table, { userId, ...change }: CallCounts): WriteItem {
  return { Update: countUpdate(table, { userId, shard: anyShard() }, change) };
}

const anyShard = () => Math.floor(Math.random() * COUNT_SHARDS);

/** Changes of one shard. */
export type CountUpdate = Omit<CallCounts, 'userId'>;

/** The write that changes one shard, under a condition if there is one. */
export function countUpdate(
  table: Table,
  { userId, shard }: { readonly userId: string; readonly shard: number },
  {
    calls = 0,
    scheduled = 0,
    bytes = 0,
    seconds = {},
    costs = {},
    stored = 0,
    ...bound
  }: CountUpdate & Pick<FieldUpdate, 'remove' | 'condition' | 'values'>,
) {
  const periods = Object.entries(seconds).map(([period, value]) => [secondsField(period), value] as const);
  const changes = [
    ['open_calls', calls],
    ['scheduled_calls', scheduled],
    [STORED_CALLS, stored],
    ...periods,
    ...Object.entries(costs),
  ] as const;
  const add = {
    ...Object.fromEntries(changes.filter(([, value]) => value !== 0)),
    stored_bytes: bytes,
  };
  return { TableName: table.name, Key: countsKey(userId, shard), ...fieldUpdate({ add, ...bound }) };
}

/** The prefix of the attributes of a shard that count seconds. */
export const SECONDS_PREFIX = 'seconds_';

/** The prefix of the attributes of a shard that count cost. */
export const COST_PREFIX = 'cost_';

/** The attribute of a shard that counts stored calls. */
const STORED_CALLS = 'stored_calls';

const secondsField = (period: string) => `${SECONDS_PREFIX}${period}`;

/** The condition that a counter may grow by `more`. Returns undefined without a limit. */
export function atMost(count: QuotaName | 'open_calls', limit: number | null | undefined, more: number) {
  if (limit === null || limit === undefined) return undefined;
  const room = limit - more;
  const value = `:room_${count}`;
  // A user without the counter must not exceed the limit either.
  const condition = `(${room < 0 ? '' : `attribute_not_exists(${count}) OR `}${count} <= ${value})`;
  return { condition, value, room };
}

/** The counters of a user's calls with their shards, in one request of one or two read units. */
export async function loadShards(table: Table, userId: string): Promise<ShardedCounts> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': COUNTS_PREFIX },
      ConsistentRead: true,
    }),
  );
  return shardsIn(userId, Items);
}

/** The keys of all counters of a user: of numbers, and each shard's. */
export const countsKeys = (userId: string): readonly Key[] => [
  openCallsKey(userId),
  ...Array.from({ length: COUNT_SHARDS }, (_, shard) => countsKey(userId, shard)),
];

/** Parses a user's counters from their items, which may be among others. */
export function shardsIn(userId: string, items: readonly Record<string, unknown>[]): ShardedCounts {
  const all = countsKeys(userId).map(({ sk }) => items.find((item) => item.sk === sk) ?? {});
  const counted = all.map(readCounts);
  const sum = (name: keyof UserCounts) => counted.reduce((total, one) => total + one[name], 0);
  const sums = {
    open_calls: sum('open_calls'),
    scheduled_calls: sum('scheduled_calls'),
    stored_bytes: sum('stored_bytes'),
    numbers: sum('numbers'),
    own_numbers: sum('own_numbers'),
  };
  const countIn = (attribute: string) => all.reduce((total, item) => total + Number(item[attribute] ?? 0), 0);
  const secondsIn = (period: string) => countIn(secondsField(period));
  return { sums, shards: counted.slice(1), items: all.slice(1), secondsIn, countIn };
}

/** The counters of a user. */
export const loadCounts = async (table: Table, userId: string): Promise<UserCounts> =>
  shardsIn(userId, await getItems(table, countsKeys(userId))).sums;

/** Parses the counters from one item. */
export const readCounts = (item: Record<string, unknown> | undefined): UserCounts => counts.parse(item ?? {});

/** The number of a user's open calls. */
export async function loadOpenCalls(table: Table, userId: string): Promise<number> {
  return (await loadShards(table, userId)).sums.open_calls;
}

/** The number of a user's stored calls, for lists that are too long to count. */
export async function loadStoredCalls(table: Table, userId: string): Promise<number> {
  return (await loadShards(table, userId)).countIn(STORED_CALLS);
}
