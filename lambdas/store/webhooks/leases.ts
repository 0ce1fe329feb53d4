import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { Key } from '../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM } from '../table/write-if.ts';

/** Seconds after the last write after which an item expires. */
const KEPT_SECONDS = 24 * 3600;

/** A lease in an item. */
export interface Lease {
  readonly key: Key;
  /** The holder; an item has at most one lease for each. */
  readonly holder: string;
}

/** A request for a lease. */
export interface LeaseRequest {
  readonly key: Key;
  readonly holder: string;
  /** Most leases of the item. */
  readonly max: number;
  /** Seconds until it ends unless it is ended before. */
  readonly seconds: number;
  readonly now: Date;
}

interface TimedLease extends Lease {
  /** When it ends by itself: epoch milliseconds. */
  readonly endsAt: number;
}

const leases = z.record(z.string(), z.number());
type Leases = z.infer<typeof leases>;

/**
 * Takes a lease, or renews that of the holder. Returns undefined if the item has `max` leases. An expired lease does
 * not count, so a crashed holder blocks nothing for good. Makes one write, or two if expired leases must be removed.
 */
export async function takeLease(table: Table, request: LeaseRequest): Promise<Lease | undefined> {
  const { key, holder, max, seconds, now } = request;
  const lease = { key, holder, endsAt: now.getTime() + seconds * 1000 };
  const taken = { lease: { key, holder } };
  const attempt = async () => {
    const found = await addLease(table, lease, { max, now });
    if (found === 'added') return taken;
    // Fails only if another write created the item; then it is read again.
    if (found === undefined) return (await firstLease(table, lease, now)) ? taken : undefined;
    const over = Object.entries(found).filter(([, endsAt]) => endsAt <= now.getTime());
    if (Object.keys(found).length - over.length >= max) return { lease: undefined };
    // It was full at the write, and no lease has expired since.
    if (over.length === 0) return undefined;
    return (await replaceLeases(table, { lease, over, now })) ? taken : undefined;
  };
  return (await attemptUntil(attempt)).lease;
}

/** Ends a lease if it exists. */
export async function endLease(table: Table, { key, holder }: Lease): Promise<void> {
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'REMOVE leases.#holder',
        ConditionExpression: 'attribute_exists(leases.#holder)',
        ExpressionAttributeNames: { '#holder': holder },
      }),
    ),
  );
}

/** Adds a lease to an item that is not full. Otherwise returns its leases, or undefined if there is no item. */
async function addLease(
  table: Table,
  { key, holder, endsAt }: TimedLease,
  { max, now }: Pick<LeaseRequest, 'max' | 'now'>,
): Promise<'added' | Leases | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET leases.#holder = :end, expires_at = :expiry',
        ConditionExpression: 'size(leases) < :max OR attribute_exists(leases.#holder)',
        ExpressionAttributeNames: { '#holder': holder },
        ExpressionAttributeValues: { ':end': endsAt, ':max': max, ':expiry': expiry(now) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (written.outcome === 'done') return 'added';
  return written.item && item.parse(unmarshall(written.item)).leases;
}

/** Creates the item with its first lease. Returns false if another write created it. */
function firstLease(table: Table, { key, holder, endsAt }: TimedLease, now: Date): Promise<boolean> {
  const Item = { ...key, leases: { [holder]: endsAt }, expires_at: expiry(now) };
  const put = { TableName: table.name, Item, ConditionExpression: NEW_ITEM };
  return isWritten(() => table.client.send(new PutCommand(put)));
}

/** Removes expired leases and adds one. Returns false if an expired lease changed since it was read. */
function replaceLeases(
  table: Table,
  { lease, over, now }: { readonly lease: TimedLease; readonly over: [string, number][]; readonly now: Date },
): Promise<boolean> {
  const conditions = over.map((_, index) => `leases.#h${index} = :h${index}`);
  const removals = over.map((_, index) => `leases.#h${index}`);
  const update = {
    TableName: table.name,
    Key: lease.key,
    UpdateExpression: `SET leases.#own = :end, expires_at = :expiry REMOVE ${removals.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: {
      '#own': lease.holder,
      ...Object.fromEntries(over.map(([holder], index) => [`#h${index}`, holder])),
    },
    ExpressionAttributeValues: {
      ':end': lease.endsAt,
      ':expiry': expiry(now),
      ...Object.fromEntries(over.map(([, endsAt], index) => [`:h${index}`, endsAt])),
    },
  };
  return isWritten(() => table.client.send(new UpdateCommand(update)));
}

const item = z.object({ leases });

const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
