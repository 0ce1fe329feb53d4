import { currentStep } from './current-step.ts';
import { logStep } from './in-step.ts';
import { Step } from './step.ts';

/** Records in the trace of each call that the present request worked for it: a batch works for calls of many traces. */
export function tellCalls(calls: readonly { readonly id: string; readonly user_id: string }[]): void {
  const request = currentStep();
  if (!request) return;
  const { requestId, span, link } = request;
  for (const { id: callId, user_id: userId } of calls) {
    const step = new Step({ requestId, name: span.name, kind: span.kind, startMs: span.startMs });
    step.link = link;
    step.nameCall({ userId, callId });
    step.span.end();
    logStep(step);
  }
}
