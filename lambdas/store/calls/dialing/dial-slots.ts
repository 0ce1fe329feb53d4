import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dialSlotsKey } from '../../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../../table/retry.ts';
import type { Table } from '../../table/table.ts';

/** Seconds for which the slots of an account are kept: much longer than any wait. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The account that dials, and its rate. */
export interface Dialling {
  /** The id of the connection; null for the platform's account. */
  readonly account: string | null;
  readonly now: Date;
  /** Milliseconds between calls. */
  readonly intervalMs: number;
}

const slots = z.object({ next_at: z.number() });

/** Reserves the next dial slot of an account: now, or after all reserved slots. Each slot is given once. */
export async function takeDialSlot(table: Table, dialling: Dialling): Promise<Date> {
  const at = await attemptUntil(
    async () => (await takeNow(table, dialling)) ?? (await takeNext(table, dialling)),
  );
  return new Date(at);
}

/**
 * The time of the last reserved slot of an account: all waiting calls are dialled by then. Returns undefined if none is
 * reserved.
 */
export async function endOfDialSlots(table: Table, account: string | null): Promise<Date | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: dialSlotsKey(account), ConsistentRead: true }),
  );
  return Item && new Date(slots.parse(Item).next_at);
}

async function takeNow(table: Table, dialling: Dialling): Promise<number | undefined> {
  const { now, intervalMs } = dialling;
  const isFree = await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        ...slotsOf(table, dialling),
        UpdateExpression: 'SET next_at = :next, expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(next_at) OR next_at <= :now',
        ExpressionAttributeValues: {
          ':next': now.getTime() + intervalMs,
          ':now': now.getTime(),
          ':expiry': expiry(now),
        },
      }),
    ),
  );
  return isFree ? now.getTime() : undefined;
}

async function takeNext(table: Table, dialling: Dialling): Promise<number | undefined> {
  const { now, intervalMs } = dialling;
  const written = await sendUntilDecided(() =>
    table.client.send(
      new UpdateCommand({
        ...slotsOf(table, dialling),
        UpdateExpression: 'SET next_at = next_at + :interval, expires_at = :expiry',
        ConditionExpression: 'next_at > :now',
        ExpressionAttributeValues: {
          ':interval': intervalMs,
          ':now': now.getTime(),
          ':expiry': expiry(now),
        },
        ReturnValues: 'UPDATED_OLD',
      }),
    ),
  );
  return written.outcome === 'done' ? slots.parse(written.output.Attributes).next_at : undefined;
}

const slotsOf = (table: Table, { account }: Dialling) => ({
  TableName: table.name,
  Key: dialSlotsKey(account),
});

const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
