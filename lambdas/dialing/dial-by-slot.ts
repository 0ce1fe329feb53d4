import type { StoredCall } from '../domain/calls/call.ts';
import { canUseDialSlot, waitUntil } from '../domain/calls/dialing/dial-slot.ts';
import { nextReconciliation, undialledReconciliation } from '../reconciliation/times.ts';
import { logger } from '../runtime/logger.ts';
import { CALLS_PER_SECOND } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { type CallKey, claimDialling, getCall, keepDialSlot, releaseDialling } from '../store/calls/calls.ts';
import { listWaiting, takeTag } from '../store/calls/dialing/dial-queue.ts';
import { takeDialSlot } from '../store/calls/dialing/dial-slots.ts';
import { type DialTicket, enterQueue, getTicket, renewTicket } from '../store/calls/dialing/dial-tickets.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { withSnapshot } from '../store/snapshots/snapshots.ts';
import { awaitSchedule } from './await-schedule.ts';
import { placeCall } from './place-call.ts';
import { isToBeDialled, serveTicket, type TicketDependencies } from './serve-ticket.ts';

/** The message of a call in the dial queue. */
export interface DialMessage extends CallKey {
  /** The number of times that it was received, from 1. */
  readonly attempt: number;
}

/** The dependencies, and the number of times that the message was received. */
type MessageDependencies = TicketDependencies & Pick<DialMessage, 'attempt'>;

/**
 * Seconds between receives of a message that waits for the snapshot of its call: the message may overtake the snapshot by
 * a moment. Together they are longer than a request takes.
 */
const SNAPSHOT_RETRY_SECONDS = [1, 10, 10, 10] as const;

/** Seconds after which a message that was received twice concurrently finds the ticket of the other receive. */
const TWICE_SECONDS = 1;

/**
 * Handles the message of a call. It reserves a dial slot of the account, first come, first served. The slot dials the
 * first call of the account's fair queue, which may be another call; the message's own call may be over by then.
 * Returns the seconds after which the message is to be received again, or undefined when it is done.
 */
export async function dialBySlot(
  message: DialMessage,
  given: TicketDependencies,
): Promise<number | undefined> {
  const { table } = given;
  const dependencies = { ...given, attempt: message.attempt };
  const call = await getCall(table, message);
  const isDue = call !== undefined && isToBeDialled(call);
  // Without a dial slot there is no ticket. A deleted call may have had one.
  if (call && call.dial_at === undefined) {
    if (!isDue) return undefined;
    const schedule = await awaitSchedule(call, dependencies);
    return schedule === 'due' ? dialOrEnter(call, dependencies) : schedule;
  }
  const ticket = await getTicket(table, message.callId);
  if (ticket) return useTicket(ticket, dependencies);
  return isDue ? dialOrEnter(call, dependencies) : undefined;
}

/** Dials a call at once if a slot is free and no call is waiting. Otherwise enqueues it with a ticket for its slot. */
async function dialOrEnter(call: StoredCall, dependencies: MessageDependencies): Promise<number | undefined> {
  const { table, now } = dependencies;
  const { telephony_account_connection: account } = call;
  const dialAt = await takeSlot(account, dependencies);
  if (dialAt <= now() && (await listWaiting(table, account)).length === 0)
    return dialAtOnce(call, dependencies);
  const key = { userId: call.user_id, callId: call.id };
  const tag = await takeTag(table, { account, userId: call.user_id, now: now() });
  // Stored first, so that a second receive looks for the ticket.
  await keepDialSlot(table, key, { dialAt, tag, reconcileAt: undialledReconciliation(dialAt) });
  if (!(await enterQueue(table, { waiting: { ...key, account, tag }, dialAt, now: now() })))
    return TWICE_SECONDS;
  return waitAndServe({ holder: call.id, account, dialAt }, dependencies);
}

async function dialAtOnce(
  stored: StoredCall,
  dependencies: MessageDependencies,
): Promise<number | undefined> {
  const { table, now, vendorOf } = dependencies;
  const key = { userId: stored.user_id, callId: stored.id };
  const [call, telephony] = await Promise.all([withSnapshot(table, stored), vendorOf(stored)]);
  if (!call) return awaitSnapshot(stored, dependencies);
  if (!(await claimDialling(table, key, { now: now(), reconcileAt: nextReconciliation(now()) })))
    return undefined;
  const release = () => releaseDialling(table, key);
  const outcome = await placeCall(call, { table, now, telephony, release });
  logger.info('Dialled.', { callId: call.id, outcome });
  return undefined;
}

/**
 * Waits for the snapshot: the request that created the call is storing it now, or it died and reported no created call
 * to anybody.
 */
async function awaitSnapshot(
  { user_id: userId, id: callId }: StoredCall,
  { table, now, attempt }: MessageDependencies,
): Promise<number | undefined> {
  const retryAfterSeconds = SNAPSHOT_RETRY_SECONDS[attempt - 1];
  if (retryAfterSeconds !== undefined) return retryAfterSeconds;
  const errorMessage = 'The request that created this call broke off; create the call again.';
  const outcome = 'call_did_not_connect';
  await finishCall(table, { userId, callId }, { transition: 'fail', now: now(), errorMessage, outcome });
  return undefined;
}

async function useTicket(held: DialTicket, dependencies: TicketDependencies): Promise<number | undefined> {
  const ticket = await withSlot(held, dependencies);
  return ticket && waitAndServe(ticket, dependencies);
}

/** Waits for the slot of a ticket, then dials the first call of the queue. */
async function waitAndServe(
  ticket: DialTicket,
  dependencies: TicketDependencies,
): Promise<number | undefined> {
  const { now, pause } = dependencies;
  const wait = waitUntil(ticket.dialAt, now());
  if ('inQueueSeconds' in wait) return wait.inQueueSeconds;
  if (wait.onTheSpotMs > 0) await pause(wait.onTheSpotMs);
  await serveTicket(ticket, dependencies);
  return undefined;
}

/**
 * The ticket, with a new slot if it missed its slot or the slot dialled no call. Returns undefined if the ticket was
 * used meanwhile.
 */
async function withSlot(
  ticket: DialTicket,
  dependencies: TicketDependencies,
): Promise<DialTicket | undefined> {
  const { table, now } = dependencies;
  if (!ticket.returning && canUseDialSlot(ticket.dialAt, now())) return ticket;
  const dialAt = await takeSlot(ticket.account, dependencies);
  if (!(await renewTicket(table, { ticket, dialAt, now: now() }))) return undefined;
  return { ...ticket, dialAt, returning: undefined };
}

function takeSlot(account: string | null, { table, now }: TicketDependencies): Promise<Date> {
  const intervalMs = Math.ceil(1000 / readVariable(CALLS_PER_SECOND));
  return takeDialSlot(table, { account, now: now(), intervalMs });
}
