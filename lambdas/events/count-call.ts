import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import type { DimensionsOf } from '../runtime/metrics/catalogue.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import { isUnanswered } from '../telephony/call-status.ts';

/** Counts a call when a change begins its conversation or ends it. */
export function countCall(before: StoredCall | undefined, after: StoredCall): void {
  if (after.start_time && !before?.start_time)
    emitMetrics({ CallsStarted: 1 }, { Direction: after.direction });
  if (!isFinal(after.status) || (before && isFinal(before.status))) return;
  const outcome = outcomeOf(after);
  emitMetrics({ CallsEnded: 1 }, { Direction: after.direction, Outcome: outcome });
  emitMetrics({ CallFailed: outcome === 'error' ? 1 : 0 });
}

function outcomeOf(call: StoredCall): DimensionsOf<'CallsEnded'>['Outcome'] {
  if (!call.start_time && isUnanswered(call.telephony_metadata?.call_status)) return 'unanswered';
  if (call.status === 'error') return 'error';
  return call.start_time ? 'conversation' : 'cancelled';
}
