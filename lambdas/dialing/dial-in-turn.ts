import type { StoredCall } from '../domain/calls/call.ts';
import { holdsDialSlot, waitUntil } from '../domain/calls/dial-slot.ts';
import { diallingReconciliation, undialledReconciliation } from '../reconciliation/times.ts';
import { logger } from '../runtime/logger.ts';
import { CALLS_PER_SECOND } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { type CallKey, claimDialling, getCall, keepDialSlot, releaseDialling } from '../store/calls/calls.ts';
import { listWaiting, takeTag } from '../store/calls/dial-queue.ts';
import { takeDialSlot } from '../store/calls/dial-slots.ts';
import { type DialTicket, enterQueue, getTicket, renewTicket } from '../store/calls/dial-tickets.ts';
import { awaitSchedule } from './await-schedule.ts';
import { placeCall } from './place-call.ts';
import { isToBeDialled, serveTicket, type TurnDependencies } from './serve-ticket.ts';

/** The message of a call in the dial queue. */
export interface DialMessage extends CallKey {
  /** How many times it has come, counted from 1. */
  readonly attempt: number;
}

/** A message that came twice at once finds the ticket of the other one after so many seconds. */
const TWICE_SECONDS = 1;

/**
 * Handles the message of a call. It reserves a dial slot of the account, first come, first served; but the slot dials the call that
 * is first in the account's fair queue then, which may be another one, also when the message's own call is over by then.
 * Gives after how many seconds the message is to come again; undefined when it is done.
 */
export async function dialInTurn(
  message: DialMessage,
  dependencies: TurnDependencies,
): Promise<number | undefined> {
  const { table } = dependencies;
  const call = await getCall(table, message);
  const isDue = call !== undefined && isToBeDialled(call);
  // What has no time of its own has no ticket. A deleted call may have had one.
  if (call && call.dial_at === undefined) {
    if (!isDue) return undefined;
    const schedule = await awaitSchedule(call, { ...dependencies, attempt: message.attempt });
    return schedule === 'due' ? dialOrEnter(call, dependencies) : schedule;
  }
  const ticket = await getTicket(table, message.callId);
  if (ticket) return useTicket(ticket, dependencies);
  return isDue ? dialOrEnter(call, dependencies) : undefined;
}

/** Dials a call at once where a slot is free and nobody waits; otherwise it comes into the queue, with a ticket for its slot. */
async function dialOrEnter(call: StoredCall, dependencies: TurnDependencies): Promise<number | undefined> {
  const { table, now } = dependencies;
  const { telephony_account_connection: account } = call;
  const dialAt = await takeSlot(account, dependencies);
  if (dialAt <= now() && (await listWaiting(table, account)).length === 0)
    return dialAtOnce(call, dependencies);
  const name = { userId: call.user_id, callId: call.id };
  const tag = await takeTag(table, { account, userId: call.user_id, now: now() });
  // First, so that who finds it looks for the ticket.
  await keepDialSlot(table, name, { dialAt, tag, reconcileAt: undialledReconciliation(dialAt) });
  if (!(await enterQueue(table, { waiting: { ...name, account, tag }, dialAt, now: now() })))
    return TWICE_SECONDS;
  return waitAndServe({ holder: call.id, account, dialAt }, dependencies);
}

async function dialAtOnce(call: StoredCall, dependencies: TurnDependencies): Promise<undefined> {
  const { table, now, vendorOf } = dependencies;
  const name = { userId: call.user_id, callId: call.id };
  const telephony = await vendorOf(call);
  if (!(await claimDialling(table, name, { now: now(), reconcileAt: diallingReconciliation(now()) })))
    return undefined;
  const release = () => releaseDialling(table, name);
  const outcome = await placeCall(call, { table, now, telephony, release });
  logger.info('Dialled.', { callId: call.id, outcome });
  return undefined;
}

async function useTicket(held: DialTicket, dependencies: TurnDependencies): Promise<number | undefined> {
  const ticket = await withSlot(held, dependencies);
  return ticket && waitAndServe(ticket, dependencies);
}

/** Waits for the slot of a ticket, and dials who is first in the queue then. */
async function waitAndServe(ticket: DialTicket, dependencies: TurnDependencies): Promise<number | undefined> {
  const { now, pause } = dependencies;
  const wait = waitUntil(ticket.dialAt, now());
  if ('inQueueSeconds' in wait) return wait.inQueueSeconds;
  if (wait.onTheSpotMs > 0) await pause(wait.onTheSpotMs);
  await serveTicket(ticket, dependencies);
  return undefined;
}

/** The ticket, with another slot if it has missed its own, or was used in vain; undefined if it was used meanwhile. */
async function withSlot(ticket: DialTicket, dependencies: TurnDependencies): Promise<DialTicket | undefined> {
  const { table, now } = dependencies;
  if (!ticket.returning && holdsDialSlot(ticket.dialAt, now())) return ticket;
  const dialAt = await takeSlot(ticket.account, dependencies);
  if (!(await renewTicket(table, { ticket, dialAt, now: now() }))) return undefined;
  return { ...ticket, dialAt, returning: undefined };
}

function takeSlot(account: string | null, { table, now }: TurnDependencies): Promise<Date> {
  const intervalMs = Math.ceil(1000 / readVariable(CALLS_PER_SECOND));
  return takeDialSlot(table, { account, now: now(), intervalMs });
}
