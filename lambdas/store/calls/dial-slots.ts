import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dialSlotsKey } from '../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** How long it is kept when an account may dial again, in seconds: much longer than anything waits for its turn. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** Through which account is dialled, and how fast that may be. */
export interface Dialling {
  /** The id of its connection; null for the platform's. */
  readonly account: string | null;
  readonly now: Date;
  /** Milliseconds from one call to the next. */
  readonly intervalMs: number;
}

const slots = z.object({ next_at: z.number() });

/** Takes the next time at which an account may dial: now, or behind all who took theirs before. Nobody else is given the same. */
export async function takeDialSlot(table: Table, dialling: Dialling): Promise<Date> {
  const at = await attemptUntil(
    async () => (await takeNow(table, dialling)) ?? (await takeNext(table, dialling)),
  );
  return new Date(at);
}

/** When the slots of an account end that were given: calls that wait are dialled by then. Undefined if none was given. */
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
