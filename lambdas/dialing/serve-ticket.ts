import type { StoredCall } from '../domain/calls/call.ts';
import { diallingReconciliation, undialledReconciliation } from '../reconciliation/times.ts';
import { logger } from '../runtime/logger.ts';
import { getCall, releaseDialling } from '../store/calls/calls.ts';
import { advanceVirtualTime, dropWaiting, listWaiting, type WaitingCall } from '../store/calls/dial-queue.ts';
import {
  claimWithTicket,
  type DialTicket,
  dropTicket,
  returnWithTicket,
} from '../store/calls/dial-tickets.ts';
import type { Table } from '../store/table/table.ts';
import type { VendorCalls } from '../telephony/calls.ts';
import { placeCall } from './place-call.ts';

/** What dialling in turn reaches. */
export interface TurnDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  /** The vendor's API for a call; undefined when the account that the call was to go through is gone. */
  readonly vendorOf: (call: StoredCall) => Promise<Pick<VendorCalls, 'placeCall'> | undefined>;
}

/** So many times the first calls of a queue are read for one slot, 20 at once. Each call came with a ticket, so others go on. */
const MAX_LOOKS = 5;

/** Whether a call is still to be dialled. */
export const isToBeDialled = ({ status, dialling_at }: StoredCall): boolean =>
  status === 'not_started' && dialling_at === undefined;

/**
 * Uses a ticket whose slot has come: dials the first call of the account's queue. Calls that are over are taken out on the way and
 * cost no slot. Throws when the vendor certainly did not place the call and it may be tried again: the ticket brings it back.
 */
export async function serveTicket(ticket: DialTicket, dependencies: TurnDependencies): Promise<void> {
  const { table } = dependencies;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const page = await listWaiting(table, ticket.account);
    if (page.length === 0) break;
    for (const waiting of page) if (await dialWaiting(ticket, waiting, dependencies)) return;
  }
  await dropTicket(table, ticket);
}

/** Dials a call of the queue; false if it is not to be dialled any more, or others do so. */
async function dialWaiting(
  ticket: DialTicket,
  waiting: WaitingCall,
  dependencies: TurnDependencies,
): Promise<boolean> {
  const { table, now, vendorOf } = dependencies;
  const call = await getCall(table, waiting);
  if (!call || !isToBeDialled(call)) {
    await dropWaiting(table, waiting);
    return false;
  }
  const telephony = await vendorOf(call);
  const claim = { ticket, waiting, now: now(), reconcileAt: diallingReconciliation(now()) };
  const outcome = await claimWithTicket(table, claim);
  if (outcome !== 'claimed') return outcome === 'used';
  await advanceVirtualTime(table, waiting, now());
  const release = async (mayTryAgain: boolean) => {
    const use = { ...claim, reconcileAt: undialledReconciliation(now()) };
    if (!mayTryAgain || !(await returnWithTicket(table, use))) await releaseDialling(table, waiting);
  };
  const placed = await placeCall(call, { table, now, telephony, release });
  logger.info('Dialled.', { callId: call.id, outcome: placed });
  return true;
}
