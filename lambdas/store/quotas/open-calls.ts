import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import { isUsedUp, type QuotaName } from '../../domain/quotas/quotas.ts';
import { openCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

/** The user has too many open calls; nothing was stored. */
export class TooManyOpenCalls extends Error {
  override readonly name = 'TooManyOpenCalls';
}

/** The counters of a user. */
const counts = z.object({
  open_calls: z._default(z.number(), 0),
  scheduled_calls: z._default(z.number(), 0),
  stored_bytes: z._default(z.number(), 0),
  numbers: z._default(z.number(), 0),
  own_numbers: z._default(z.number(), 0),
});
export type UserCounts = z.infer<typeof counts>;

/** Changes of a user's counters. */
export interface CallCounts {
  readonly userId: string;
  /** Change of the number of open calls. */
  readonly calls?: number;
  /** Change of the number of scheduled calls. */
  readonly scheduled?: number;
  /** Change of the stored bytes of calls. */
  readonly bytes?: number;
}

/** New calls, open or scheduled. */
export interface CountedCalls extends CallCounts {
  /** The maximum number of open calls of the user. @default any number */
  readonly maxOpen?: number | undefined;
}

/**
 * The write that changes a user's counters, in the transaction of its cause. The counters are one item, which a
 * transaction can change once.
 */
export function changeCounts(table: Table, { userId, ...change }: CallCounts): WriteItem {
  return { Update: countUpdate(table, userId, change) };
}

/** The same for new calls, under the condition that the limits permit them. */
export function countCalls(table: Table, { maxOpen, ...change }: CountedCalls): WriteItem {
  const { calls = 0, scheduled = 0, bytes = 0 } = change;
  const update = countUpdate(table, change.userId, change);
  const bounds = [
    calls > 0 && atMost('open_calls', maxOpen, calls),
    scheduled > 0 && atMost('scheduled_calls', table.quotas?.scheduled_calls, scheduled),
    // A call grows during its conversation, so the quota must have at least one byte left.
    bytes > 0 && atMost('stored_bytes', table.quotas?.stored_bytes, 1),
  ].flatMap((bound) => bound || []);
  if (bounds.length === 0) return { Update: update };
  return {
    Update: {
      ...update,
      ConditionExpression: bounds.map(({ condition }) => condition).join(' AND '),
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ...Object.fromEntries(bounds.map(({ value, room }) => [value, room])),
      },
    },
  };
}

/** The condition that a counter may grow by `more`. Returns undefined without a limit. */
export function atMost(count: QuotaName | 'open_calls', limit: number | null | undefined, more: number) {
  if (limit === null || limit === undefined) return undefined;
  const room = limit - more;
  const value = `:room_${count}`;
  // A user without the counter may not exceed the limit either.
  const condition = `(${room < 0 ? '' : `attribute_not_exists(${count}) OR `}${count} <= ${value})`;
  return { condition, value, room };
}

/** Why the counters were refused: the exhausted limit. Returns undefined if it permits the calls by now. */
export function refusalOf(
  { calls = 0, scheduled = 0, maxOpen }: CountedCalls,
  { open_calls, scheduled_calls, stored_bytes }: UserCounts,
  quotas: Table['quotas'],
): TooManyOpenCalls | QuotaExceeded | undefined {
  const met = (quota: 'stored_bytes' | 'scheduled_calls', used: number) => {
    const limit = quotas?.[quota];
    return typeof limit === 'number' && isUsedUp(limit, used)
      ? new QuotaExceeded({ quota, limit })
      : undefined;
  };
  if (calls > 0 && maxOpen !== undefined && open_calls + calls > maxOpen)
    return new TooManyOpenCalls('The user has too many open calls.');
  return (
    met('stored_bytes', stored_bytes) ??
    (scheduled > 0 ? met('scheduled_calls', scheduled_calls + scheduled - 1) : undefined)
  );
}

/** The counters of a user. */
export async function loadCounts(table: Table, userId: string): Promise<UserCounts> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: openCallsKey(userId), ConsistentRead: true }),
  );
  return readCounts(Item);
}

/** Parses the counters from their item. */
export const readCounts = (item: Record<string, unknown> | undefined): UserCounts => counts.parse(item ?? {});

/** The number of a user's open calls. */
export async function loadOpenCalls(table: Table, userId: string): Promise<number> {
  return (await loadCounts(table, userId)).open_calls;
}

function countUpdate(
  table: Table,
  userId: string,
  { calls = 0, scheduled = 0, bytes = 0 }: Omit<CallCounts, 'userId'>,
) {
  const changes = Object.entries({ open_calls: calls, scheduled_calls: scheduled, stored_bytes: bytes });
  const made = changes.filter(([name, value]) => value !== 0 || name === 'stored_bytes');
  return {
    TableName: table.name,
    Key: openCallsKey(userId),
    UpdateExpression: `ADD ${made.map(([name]) => `${name} :${name}`).join(', ')}`,
    ExpressionAttributeValues: Object.fromEntries(made.map(([name, value]) => [`:${name}`, value])),
  };
}
