import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { atMost, type FieldUpdate } from '../../platform/table/field-update.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { readItem, updatedItem, updateItem } from '../../platform/table/items.ts';
import type { Key } from '../../platform/table/keys.ts';
import { attemptUntil, StillBusy } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { type MetQuota, QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { MissingTargets } from '../../records/store/reference-counts.ts';
import { isUsedUp } from '../model/quotas.ts';
import { concurrentPerUser } from '../model/settings.ts';
import { pastPeriods, SECONDS_PREFIX } from './call-seconds.ts';
import { countsKey, openCallsKey } from './keys.ts';
import { recountOpenCalls } from './recount-open-calls.ts';

/** Maximum open calls of a user: calls that are not over and, if scheduled, due. */
export const maxOpenCalls = (): number => readVariable(concurrentPerUser);

/** The user has too many open calls; nothing was stored. */
export class TooManyOpenCalls extends Error {
  override readonly name = 'TooManyOpenCalls';
}

const counts = z.object({
  open_calls: z._default(z.number(), 0),
  scheduled_calls: z._default(z.number(), 0),
  stored_bytes: z._default(z.number(), 0),
  numbers: z._default(z.number(), 0),
  own_numbers: z._default(z.number(), 0),
});
export type UserCounts = z.infer<typeof counts>;

export interface CallCounts {
  readonly sums: UserCounts;
  readonly secondsIn: (period: string) => number;
  readonly countIn: (attribute: string) => number;
}

export interface CallCountChange {
  readonly userId: string;
  readonly calls?: number;
  readonly scheduled?: number;
  readonly bytes?: number;
  readonly seconds?: Readonly<Record<string, number>>;
  readonly costs?: Readonly<Record<string, number>>;
  /** Change of the number of stored calls, which is the total of a long list. */
  readonly stored?: number;
}

export interface NewCalls extends CallCountChange {
  readonly calls: number;
  /** The number of scheduled calls; -1 for one that becomes open. */
  readonly scheduled: number;
  readonly at: Date;
  readonly maxOpen?: number | undefined;
}

export type CountRefusal = 'too_many_open' | MetQuota;

const STORED_CALLS = 'stored_calls';

/** One update outside of transactions: updates of one item queue up, while concurrent transactions are cancelled. */
export async function changeCounts(table: Table, change: CallCountChange): Promise<void> {
  await updateItem(table, countsKey(change.userId), countUpdate(change));
}

/** Takes back a reservation whose calls were not stored. */
export const releaseReservation = (
  table: Table,
  { userId, calls, scheduled, bytes = 0, stored = 0 }: NewCalls,
) => changeCounts(table, { userId, calls: -calls, scheduled: -scheduled, bytes: -bytes, stored: -stored });

/** Counts new calls before they are stored, if all are permitted. Throws TooManyOpenCalls and QuotaExceeded. */
export async function reserveCalls(table: Table, newCalls: NewCalls): Promise<void> {
  const { userId, calls, scheduled, maxOpen, at } = newCalls;
  const limits = table.quotas;
  const bounds = [
    calls > 0 ? atMost('open_calls', maxOpen, calls) : {},
    scheduled > 0 ? atMost('scheduled_calls', limits?.scheduled_calls, scheduled) : {},
    // The last call may exceed this quota.
    newCalls.bytes === undefined ? {} : atMost('stored_bytes', limits?.stored_bytes, 1),
  ];
  const update = countUpdate(newCalls, {
    set: { reserved_at: at.toISOString() },
    condition: bounds.flatMap(({ condition = [] }) => condition).join(' AND '),
    values: Object.assign({}, ...bounds.map(({ values }) => values)),
  });
  const item = await attemptUntil(async () => {
    const reserved = await updatedItem(table, countsKey(userId), update);
    if (reserved) return reserved;
    const room = await roomLeft(table, userId, { maxOpen, at });
    if (calls > room.open) throw new TooManyOpenCalls('The user has too many open calls.');
    if (room.refusal) throw new QuotaExceeded(room.refusal);
    const limit = limits?.scheduled_calls;
    if (scheduled > room.scheduled && typeof limit === 'number')
      throw new QuotaExceeded({ quota: 'scheduled_calls', limit });
    return undefined;
  });
  await dropPast(table, userId, item);
}

/** Stores reserved calls. Gives the reservation back if it is certain that they were not stored. */
export async function storeReserved(
  table: Table,
  newCalls: NewCalls,
  store: () => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await store())) await releaseReservation(table, newCalls);
  } catch (error) {
    if (NOT_STORED.some((refusal) => error instanceof refusal)) await releaseReservation(table, newCalls);
    throw error;
  }
}

/** Failures after which certainly nothing was stored; after any other, it is unknown. */
const NOT_STORED = [WritesRefused, MissingTargets, QuotaExceeded, StillBusy, TransactionCanceledException];

/** Reserves and stores new calls; existing ones are not refused. Throws TooManyOpenCalls and QuotaExceeded. */
export async function countingNew(
  table: Table,
  newCalls: NewCalls,
  {
    store,
    isStored,
  }: {
    readonly store: () => Promise<boolean>;
    /** Whether an earlier run of the same request stored them. */
    readonly isStored: () => Promise<boolean>;
  },
): Promise<void> {
  try {
    await reserveCalls(table, newCalls);
  } catch (error) {
    if (isCountRefusal(error) && (await isStored())) return;
    throw error;
  }
  await storeReserved(table, newCalls, store);
}

export const isCountRefusal = (error: unknown): boolean =>
  error instanceof TooManyOpenCalls || error instanceof QuotaExceeded;

export async function roomLeft(
  table: Table,
  userId: string,
  { maxOpen, at }: { readonly maxOpen: number | undefined; readonly at: Date },
) {
  let { sums } = await loadCallCounts(table, userId);
  if (maxOpen !== undefined && sums.open_calls >= maxOpen && (await recountOpenCalls(table, userId, at)))
    ({ sums } = await loadCallCounts(table, userId));
  const { stored_bytes: bytes, scheduled_calls: scheduled } = table.quotas ?? {};
  const refusal: MetQuota | undefined =
    typeof bytes === 'number' && isUsedUp(bytes, sums.stored_bytes)
      ? { quota: 'stored_bytes', limit: bytes }
      : undefined;
  return {
    open: maxOpen === undefined ? Number.POSITIVE_INFINITY : Math.max(0, maxOpen - sums.open_calls),
    scheduled:
      typeof scheduled === 'number'
        ? Math.max(0, scheduled - sums.scheduled_calls)
        : Number.POSITIVE_INFINITY,
    refusal,
  };
}

/** Removes the counters of periods that are no longer needed, about once a day. */
async function dropPast(table: Table, userId: string, item: Readonly<Record<string, unknown>>) {
  const remove = pastPeriods(item);
  if (remove.length === 0) return;
  await updateItem(table, countsKey(userId), { remove });
}

function countUpdate(
  { calls = 0, scheduled = 0, bytes = 0, seconds = {}, costs = {}, stored = 0 }: CallCountChange,
  bound: Pick<FieldUpdate, 'set' | 'condition' | 'values'> = {},
): FieldUpdate {
  const changes = [
    ['open_calls', calls],
    ['scheduled_calls', scheduled],
    [STORED_CALLS, stored],
    ...Object.entries(seconds).map(([period, value]) => [`${SECONDS_PREFIX}${period}`, value] as const),
    ...Object.entries(costs),
  ] as const;
  const nonZero = Object.fromEntries(changes.filter(([, value]) => value !== 0));
  return { add: { ...nonZero, stored_bytes: bytes }, ...bound };
}

export async function loadCallCounts(table: Table, userId: string): Promise<CallCounts> {
  const item = await readItem(table, countsKey(userId));
  return countsIn(userId, item ? [item] : []);
}

export const countsKeys = (userId: string): readonly Key[] => [openCallsKey(userId), countsKey(userId)];

export function countsIn(userId: string, items: readonly Record<string, unknown>[]): CallCounts {
  const [ofNumbers = {}, ofCalls = {}] = countsKeys(userId).map(({ sk }) =>
    items.find((item) => item.sk === sk),
  );
  const { numbers, own_numbers } = readCounts(ofNumbers);
  const countIn = (attribute: string) => Number(ofCalls[attribute] ?? 0);
  return {
    sums: { ...readCounts(ofCalls), numbers, own_numbers },
    secondsIn: (period) => countIn(`${SECONDS_PREFIX}${period}`),
    countIn,
  };
}

export const loadCounts = async (table: Table, userId: string): Promise<UserCounts> =>
  countsIn(userId, await getItems(table, countsKeys(userId))).sums;

export const readCounts = (item: Record<string, unknown> | undefined): UserCounts => counts.parse(item ?? {});

export async function loadOpenCalls(table: Table, userId: string): Promise<number> {
  return (await loadCallCounts(table, userId)).sums.open_calls;
}

export async function loadStoredCalls(table: Table, userId: string): Promise<number> {
  return (await loadCallCounts(table, userId)).countIn(STORED_CALLS);
}
