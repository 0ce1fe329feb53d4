import { currentStep } from './current-step.ts';
import { Span, type SpanStart } from './span.ts';
import { traceparentOf } from './traceparent.ts';

/** Begins a span of the present step. Outside of a step, the span is never logged. */
export function startSpan(start: SpanStart): Span {
  const span = new Span(start);
  currentStep()?.add(span);
  return span;
}

/** Runs work as a span of the present step. */
export async function inSpan<Result>(
  start: SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(start);
  try {
    return await work(span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The header by which a user's system continues the call's trace. Returns none if the present step has no call. */
export function traceHeaders({ id: spanId }: Span): { readonly traceparent?: string } {
  const step = currentStep();
  return step?.callId === undefined ? {} : { traceparent: traceparentOf({ traceId: step.traceId, spanId }) };
}
