import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Key } from './keys.ts';
import { attemptUntil, tryWrite } from './retry.ts';
import type { Table } from './table.ts';
import { NEW_ITEM } from './write-if.ts';

/** Seconds between the end of the last lease and the expiry of the item. */
const KEPT_SECONDS = 24 * 3600;

export interface Lease {
  readonly key: Key;
  readonly holder: string;
}

export interface LeaseRequest extends Lease {
  readonly max: number;
  /** Seconds until it ends, unless it ends earlier. */
  readonly seconds: number;
  readonly now: Date;
}

type Leases = Readonly<Record<string, number>>;

const item = z.object({ leases: z.record(z.string(), z.number()), version: z.int() });

/** Takes or renews a lease. Undefined if the item has `max`. Expired leases do not count, so a crash never blocks forever. */
export async function takeLease(
  table: Table,
  { key, holder, max, seconds, now }: LeaseRequest,
): Promise<Lease | undefined> {
  const isTaken = await changeLeases(table, key, (leases) => {
    const live = Object.fromEntries(Object.entries(leases).filter(([, end]) => end > now.getTime()));
    const isFull = !(holder in live) && Object.keys(live).length >= max;
    return isFull ? undefined : { ...live, [holder]: now.getTime() + seconds * 1000 };
  });
  return isTaken ? { key, holder } : undefined;
}

export async function endLease(table: Table, { key, holder }: Lease): Promise<void> {
  await changeLeases(table, key, ({ [holder]: own, ...others }) => (own === undefined ? undefined : others));
}

async function changeLeases(
  table: Table,
  Key: Key,
  change: (leases: Leases) => Leases | undefined,
): Promise<boolean> {
  const outcome = await attemptUntil(async () => {
    const read = new GetCommand({ TableName: table.name, Key, ConsistentRead: true });
    const { Item } = await table.client.send(read);
    const { leases: before, version } = Item ? item.parse(Item) : { leases: {}, version: 0 };
    const leases = change(before);
    if (!leases) return 'kept';
    const expires_at = Math.floor(Math.max(0, ...Object.values(leases)) / 1000) + KEPT_SECONDS;
    const put = new PutCommand({
      TableName: table.name,
      Item: { ...Key, leases, version: version + 1, expires_at },
      ...(Item
        ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
        : { ConditionExpression: NEW_ITEM }),
    });
    return (await tryWrite(() => table.client.send(put))) ? 'changed' : undefined;
  });
  return outcome === 'changed';
}
