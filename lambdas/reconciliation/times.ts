import { UNDIALLED_SECONDS } from '../domain/calls/call.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** The next reconciliation of an open call. */
export function nextReconciliation(now: Date): Date {
  return new Date(now.getTime() + readVariable(RECONCILE_SECONDS) * 1000);
}

/**
 * Seconds after the start of dialling after which it is certain whether the call was placed: the dialling function ends
 * after 30, and the vendor lists a call at once.
 */
const PLACED_SECONDS = 60;

/** The first reconciliation of a call after its dialling began; callbacks usually come before. */
export function diallingReconciliation(now: Date): Date {
  return new Date(now.getTime() + Math.min(PLACED_SECONDS, readVariable(RECONCILE_SECONDS)) * 1000);
}

/** Until when a call with this dial slot is dialled, unless dialling failed for good. */
export function undialledReconciliation(slot: Date): Date {
  return new Date(slot.getTime() + UNDIALLED_SECONDS * 1000);
}
