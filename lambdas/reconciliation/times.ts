import { UNDIALLED_SECONDS } from '../domain/calls/call.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** When a call that is under way is next held against what the vendor knows of it. */
export function nextReconciliation(now: Date): Date {
  return new Date(now.getTime() + readVariable(RECONCILE_SECONDS) * 1000);
}

/**
 * After so many seconds it is certain whether a call was placed whose dialling was begun: the function that dials ends after 30, and
 * the vendor lists a call as soon as it has taken it.
 */
const PLACED_SECONDS = 60;

/** When a call whose dialling is begun is first held against what the vendor knows, unless word of it comes before. */
export function diallingReconciliation(now: Date): Date {
  return new Date(now.getTime() + Math.min(PLACED_SECONDS, readVariable(RECONCILE_SECONDS)) * 1000);
}

/** Until when a call is dialled whose turn is then, unless dialling it failed for good. */
export function undialledReconciliation(turn: Date): Date {
  return new Date(turn.getTime() + UNDIALLED_SECONDS * 1000);
}
