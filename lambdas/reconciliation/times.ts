import { UNDIALLED_SECONDS } from '../domain/calls/call.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/**
 * The next reconciliation of an open call: first after its creation, whatever becomes of it meanwhile. Each move of it
 * costs two write units (decision 0046).
 */
export function nextReconciliation(now: Date): Date {
  return new Date(now.getTime() + readVariable(RECONCILE_SECONDS) * 1000);
}

/**
 * Seconds after the start of dialling after which it is certain whether the call was placed: the dialling function ends
 * after 30, and the vendor lists a call at once.
 */
const PLACED_SECONDS = 60;

/** The first time at which a call whose dialling began then may be missing from the vendor's list for good. */
export function placedBy(diallingAt: Date): Date {
  return new Date(diallingAt.getTime() + Math.min(PLACED_SECONDS, readVariable(RECONCILE_SECONDS)) * 1000);
}

/** Until when a call is dialled that was in the dial queue at this time, unless dialing failed for good. */
export function undialledReconciliation(seen: Date): Date {
  return new Date(seen.getTime() + UNDIALLED_SECONDS * 1000);
}
