import type { StoredCall } from '../domain/calls/call.ts';
import { nextReconciliation, undialledReconciliation } from '../reconciliation/times.ts';
import { logger } from '../runtime/logger.ts';
import { getCallWithSnapshot, releaseDialling } from '../store/calls/calls.ts';
import {
  advanceVirtualTime,
  dropWaiting,
  listWaiting,
  type WaitingCall,
} from '../store/calls/dialing/dial-queue.ts';
import {
  claimWithTicket,
  type DialTicket,
  dropTicket,
  returnWithTicket,
} from '../store/calls/dialing/dial-tickets.ts';
import type { Table } from '../store/table/table.ts';
import type { VendorCalls } from '../telephony/calls.ts';
import { placeCall } from './place-call.ts';

/** Dependencies of dialling by slots. */
export interface TicketDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  /** The vendor's API for a call. Returns undefined if the telephony connection of the call was deleted. */
  readonly vendorOf: (call: StoredCall) => Promise<Pick<VendorCalls, 'placeCall'> | undefined>;
}

/** Reads of the queue's first 20 calls for one slot. Each call has a ticket of its own, so other slots continue. */
const MAX_LOOKS = 5;

/** Whether a call still waits to be dialled. */
export const isToBeDialled = ({ status, dialling_at }: StoredCall): boolean =>
  status === 'not_started' && dialling_at === undefined;

/**
 * Uses a ticket whose slot is due: dials the first call of the account's queue. Finished calls at the head of the queue
 * are removed and cost no slot. Throws if the vendor certainly did not place the call and a retry may succeed; the
 * ticket returns it to the queue.
 */
export async function serveTicket(ticket: DialTicket, dependencies: TicketDependencies): Promise<void> {
  const { table } = dependencies;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const page = await listWaiting(table, ticket.account);
    if (page.length === 0) break;
    for (const waiting of page) if (await dialWaiting(ticket, waiting, dependencies)) return;
  }
  await dropTicket(table, ticket);
}

/** Dials a call of the queue. Returns false if it is no longer to be dialled, or another run dials it. */
async function dialWaiting(
  ticket: DialTicket,
  waiting: WaitingCall,
  dependencies: TicketDependencies,
): Promise<boolean> {
  const { table, now, vendorOf } = dependencies;
  const call = await getCallWithSnapshot(table, waiting);
  if (!call || !isToBeDialled(call)) {
    await dropWaiting(table, waiting);
    return false;
  }
  const telephony = await vendorOf(call);
  const claim = { ticket, waiting, now: now(), reconcileAt: nextReconciliation(now()) };
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
