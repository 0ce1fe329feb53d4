import { UNDIALLED_SECONDS } from '../domain/calls/call.ts';
import { environment } from '../runtime/environment.ts';

/** When a call that is under way is next held against what the vendor knows of it. */
export function nextReconciliation(now: Date): Date {
  return new Date(now.getTime() + Number(environment('RECONCILE_SECONDS')) * 1000);
}

/** Until when a call is dialled whose turn is then, unless dialling it failed for good. */
export function undialledReconciliation(turn: Date): Date {
  return new Date(turn.getTime() + UNDIALLED_SECONDS * 1000);
}
