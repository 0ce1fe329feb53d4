import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import type { Event } from '../domain/events/events.ts';
import { currentStep } from '../runtime/tracing/current-step.ts';
import { logStep } from '../runtime/tracing/in-step.ts';
import { Span } from '../runtime/tracing/span.ts';
import { Step } from '../runtime/tracing/step.ts';
import { sendingOf, WHOLE_CALL } from '../runtime/tracing/trace-ids.ts';

/** Records in a call's trace that an event of the call was published. Times are milliseconds since 1970. */
export function traceSending(
  { id, type, user_id: userId, call_id: callId }: Event,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): void {
  const step = new Step({
    name: `send ${type}`,
    kind: 'producer',
    requestId: currentStep()?.requestId ?? id,
    startMs,
    attributes: {
      'messaging.system': 'aws_eventbridge',
      'messaging.operation.type': 'send',
      'messaging.message.id': id,
    },
  });
  step.nameCall({ userId, callId });
  step.identify(sendingOf(id));
  step.span.end(endMs);
  logStep(step);
}

/** Records the span of the whole call when a change ends it. */
export function traceWholeCall(before: StoredCall | undefined, after: StoredCall): void {
  if (!isFinal(after.status) || (before && isFinal(before.status))) return;
  const { id: callId, user_id: userId, direction, status, stage_outcome } = after;
  const step = new Step({
    name: WHOLE_CALL,
    requestId: currentStep()?.requestId ?? callId,
    startMs: Date.parse(after.created_at),
    attributes: {
      'phone_call_agents.call.direction': direction,
      'phone_call_agents.call.status': status,
      'phone_call_agents.call.stage_outcome': stage_outcome,
    },
  });
  step.nameCall({ userId, callId });
  step.identify(WHOLE_CALL);
  for (const span of segmentsOf(after)) step.add(span);
  step.span.end(Date.parse(endOf(after)));
  logStep(step);
}

/** The segments of a finished call: they follow one another without a gap, from its creation to its end. */
function segmentsOf(call: StoredCall): Span[] {
  const { created_at, dialling_at = created_at, start_time } = call;
  const moments: readonly (readonly [string, string | undefined])[] = [
    ['call waiting', dialling_at],
    ['call ringing', start_time ?? endOf(call)],
    ['call in progress', start_time && endOf(call)],
  ];
  let startMs = Date.parse(created_at);
  return moments.flatMap(([name, at]) => {
    if (at === undefined || Date.parse(at) <= startMs) return [];
    const span = new Span({ name, startMs });
    startMs = Date.parse(at);
    span.end(startMs);
    return [span];
  });
}

const endOf = ({ end_time, created_at }: StoredCall): string => end_time ?? created_at;
