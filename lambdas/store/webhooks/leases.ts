import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { Key } from '../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM } from '../table/write-if.ts';

/** An item that is not written to for so long (seconds) is deleted. */
const KEPT_SECONDS = 24 * 3600;

/** One of the leases of an item. */
export interface Lease {
  readonly key: Key;
  /** Who holds it; an item has one lease for each holder. */
  readonly holder: string;
}

/** What is asked for when a lease is taken. */
export interface LeaseRequest {
  readonly key: Key;
  readonly holder: string;
  /** Leases that the item may have at once. */
  readonly max: number;
  /** How long it lasts if it is not ended. */
  readonly seconds: number;
  readonly now: Date;
}

interface TimedLease extends Lease {
  /** When it ends by itself: milliseconds since the epoch. */
  readonly endsAt: number;
}

const leases = z.record(z.string(), z.number());
type Leases = z.infer<typeof leases>;

/**
 * Takes a lease, or renews the one that its holder has; undefined when the item has as many as it may have. A lease whose time is over
 * is as good as ended, so a crash of its holder takes nothing away for good. One write, or two when leases have to be swept out.
 */
export async function takeLease(table: Table, request: LeaseRequest): Promise<Lease | undefined> {
  const { key, holder, max, seconds, now } = request;
  const lease = { key, holder, endsAt: now.getTime() + seconds * 1000 };
  const taken = { lease: { key, holder } };
  const attempt = async () => {
    const found = await addLease(table, lease, { max, now });
    if (found === 'added') return taken;
    // In vain only where another one writes to the same item: then it is looked at again.
    if (found === undefined) return (await firstLease(table, lease, now)) ? taken : undefined;
    const over = Object.entries(found).filter(([, endsAt]) => endsAt <= now.getTime());
    if (Object.keys(found).length - over.length >= max) return { lease: undefined };
    // It had no room when it was written to, and has some now.
    if (over.length === 0) return undefined;
    return (await replaceLeases(table, { lease, over, now })) ? taken : undefined;
  };
  return (await attemptUntil(attempt)).lease;
}

/** Ends a lease, if it is there. */
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

/** Adds a lease to an item that has room; otherwise gives the leases that it has, undefined when there is no item. */
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

/** Stores the item with its first lease; false when another one did so just then. */
function firstLease(table: Table, { key, holder, endsAt }: TimedLease, now: Date): Promise<boolean> {
  const Item = { ...key, leases: { [holder]: endsAt }, expires_at: expiry(now) };
  const put = { TableName: table.name, Item, ConditionExpression: NEW_ITEM };
  return isWritten(() => table.client.send(new PutCommand(put)));
}

/** Sweeps out leases that are over and adds one; false when one of them was swept out or taken anew since they were read. */
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
