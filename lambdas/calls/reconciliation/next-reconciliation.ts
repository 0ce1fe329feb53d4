import { readVariable } from '../../platform/variables/variable.ts';
import { UNDIALED_SECONDS } from '../model/reconciliation.ts';
import { reconcileSeconds } from '../model/settings.ts';

/** The next reconciliation of an open call. No move postpones the first one: each would cost two write units. */
export function nextReconciliation(now: Date): Date {
  return new Date(now.getTime() + readVariable(reconcileSeconds) * 1000);
}

/** Seconds after which it is certain whether a call was placed: dialing ends after 30. */
const PLACED_SECONDS = 60;

/** The first time at which a call whose dialing began then may be missing from the vendor's list for good. */
export function placedBy(dialingAt: Date): Date {
  return new Date(dialingAt.getTime() + Math.min(PLACED_SECONDS, readVariable(reconcileSeconds)) * 1000);
}

/** Until when a call that was in the dial queue at this time may still be dialed, unless dialing failed for good. */
export function undialedReconciliation(seen: Date): Date {
  return new Date(seen.getTime() + UNDIALED_SECONDS * 1000);
}
