import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { fieldUpdate } from '../../table/field-update.ts';
import { dialTicketKey, recordKey } from '../../table/keys.ts';
import { isTransacted, isWritten, transact } from '../../table/retry.ts';
import type { Table } from '../../table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../table/write-if.ts';
import type { CallKey } from '../calls.ts';
import { type WaitingCall, waitingDelete, waitingPut } from './dial-queue.ts';

/** Days for which a ticket is kept after its slot. */
const KEPT_DAYS = 7;

/** A ticket: the dial slot of a message in the dial queue. It dials the first call of the account's queue at that time. */
export interface DialTicket {
  /** The call of the message. */
  readonly holder: string;
  readonly account: string | null;
  readonly dialAt: Date;
  /** A call that the vendor did not accept. It returns to its place in the queue with the next slot of the ticket. */
  readonly returning?: WaitingCall | undefined;
}

const ticketItem = z.object({
  account: z.nullable(z.string()),
  dial_at: z.string(),
  returning: z.optional(z.object({ user_id: z.string(), call_id: z.string(), tag: z.int() })),
});

/** The ticket of a call's message. Returns undefined if it has none or has used it. */
export async function getTicket(table: Table, holder: string): Promise<DialTicket | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: dialTicketKey(holder), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const { account, dial_at, returning } = ticketItem.parse(Item);
  return {
    holder,
    account,
    dialAt: new Date(dial_at),
    returning: returning && {
      account,
      tag: returning.tag,
      userId: returning.user_id,
      callId: returning.call_id,
    },
  };
}

/**
 * Adds a call to the queue together with a ticket, so there are never fewer tickets than waiting calls. Returns false
 * if the message has a ticket already.
 */
export async function enterQueue(
  table: Table,
  { waiting, dialAt, now }: { readonly waiting: WaitingCall; readonly dialAt: Date; readonly now: Date },
): Promise<boolean> {
  const ticket = { holder: waiting.callId, account: waiting.account, dialAt };
  const put = ticketPut(table, ticket, NEW_ITEM);
  return isTransacted(table, [put, waitingPut(table, waiting, now)]);
}

/** Gives a ticket another slot, and adds the call that it returns to the queue. Returns false if the ticket was used. */
export async function renewTicket(
  table: Table,
  { ticket, dialAt, now }: { readonly ticket: DialTicket; readonly dialAt: Date; readonly now: Date },
): Promise<boolean> {
  const { returning, ...rest } = ticket;
  const put = ticketPut(table, { ...rest, dialAt }, UNUSED);
  const back = returning ? [waitingPut(table, returning, now)] : [];
  return isTransacted(table, [put, ...back]);
}

/** Deletes a ticket when no call is waiting. */
export async function dropTicket(table: Table, { holder }: DialTicket): Promise<void> {
  const Key = dialTicketKey(holder);
  await isWritten(() => table.client.send(new DeleteCommand({ TableName: table.name, Key })));
}

/** A ticket and the call that it dials. */
export interface TicketUse {
  readonly ticket: DialTicket;
  readonly waiting: WaitingCall;
  readonly now: Date;
  readonly reconcileAt: Date;
}

/**
 * Marks a call as being dialled, removes it from the queue and uses the ticket, in one transaction. Returns `used` if
 * the ticket was used before, and `gone` if the call has left the queue or is no longer to be dialled.
 */
export async function claimWithTicket(table: Table, use: TicketUse): Promise<'claimed' | 'used' | 'gone'> {
  const { ticket, waiting, now, reconcileAt } = use;
  const writes = [
    {
      Delete: {
        TableName: table.name,
        Key: dialTicketKey(ticket.holder),
        ConditionExpression: UNUSED,
      },
    },
    waitingDelete(table, waiting),
    callUpdate(table, waiting, {
      set: { dialling_at: now.toISOString(), settle_at: reconcileAt.toISOString() },
      condition: '#status = :not_started AND attribute_not_exists(dialling_at)',
      values: { ':not_started': 'not_started' },
    }),
  ];
  const written = await transact(table, writes);
  if (written.outcome === 'done') return 'claimed';
  const [isUsed] = written.failedConditions;
  return isUsed ? 'used' : 'gone';
}

/**
 * Removes the mark from a call that the vendor certainly did not place; the ticket will return it to the queue. It does
 * not return at once: the next slot would see it fail again, and delay all calls behind it. Returns false if the call
 * is over or has a vendor id.
 */
export async function returnWithTicket(table: Table, use: TicketUse): Promise<boolean> {
  const { ticket, waiting, reconcileAt } = use;
  const release = callUpdate(table, waiting, {
    set: { settle_at: reconcileAt.toISOString() },
    remove: ['dialling_at'],
    condition: '#status = :not_started AND attribute_not_exists(telephony_id)',
    values: { ':not_started': 'not_started' },
  });
  const put = ticketPut(table, { ...ticket, returning: waiting }, NEW_ITEM);
  return isTransacted(table, [release, put]);
}

const UNUSED = 'attribute_exists(pk)';

function ticketPut(table: Table, ticket: DialTicket, ConditionExpression: string): WriteItem {
  const { holder, account, dialAt, returning } = ticket;
  const Item = {
    ...dialTicketKey(holder),
    account,
    dial_at: dialAt.toISOString(),
    ...(returning && {
      returning: { user_id: returning.userId, call_id: returning.callId, tag: returning.tag },
    }),
    expires_at: Math.floor(dialAt.getTime() / 1000) + KEPT_DAYS * 24 * 3600,
  };
  return { Put: { TableName: table.name, Item, ConditionExpression } };
}

function callUpdate(table: Table, { userId, callId }: CallKey, update: Parameters<typeof fieldUpdate>[0]) {
  const Key = recordKey(userId, 'call', callId);
  return { Update: { TableName: table.name, Key, ...fieldUpdate(update) } };
}
