import { type LoggedSpan, Span, type SpanStart } from './span.ts';
import { spanIdOf, traceIdOf, WHOLE_CALL } from './trace-ids.ts';
import { parseTraceparent, type RemoteSpan } from './traceparent.ts';

/** The beginning of a step. */
export interface StepStart extends Omit<SpanStart, 'id'> {
  /** The request or invocation that it belongs to. */
  readonly requestId: string;
  /** The `traceparent` header of the request that caused it. */
  readonly traceparent?: string | undefined;
}

/** The call that a step works for. */
export interface CallOfStep {
  readonly userId: string;
  readonly callId: string;
}

/** Most spans of a step; further ones are only counted. */
const MAX_SPANS = 64;

/** A part of the processing of a call: the work of one function for one request, message or record. */
export class Step {
  readonly requestId: string;
  readonly span: Span;
  /**
   * The client's span, if it named a valid one. It is linked, never continued, so that nobody writes into another
   * user's trace.
   */
  link: RemoteSpan | undefined;
  userId: string | undefined;
  callId: string | undefined;
  #traceId: string;
  #parent: string | undefined;
  readonly #spans: Span[] = [];
  #dropped = 0;

  constructor({ requestId, traceparent, ...span }: StepStart) {
    this.requestId = requestId;
    this.span = new Span(span);
    this.link = parseTraceparent(traceparent);
    this.#traceId = traceIdOf(requestId);
  }

  get traceId(): string {
    return this.#traceId;
  }

  /** Sets the call of the step; the step is then part of the call's trace. */
  nameCall({ userId, callId }: CallOfStep): void {
    this.userId = userId;
    if (this.callId === callId) return;
    this.callId = callId;
    this.#traceId = traceIdOf(callId);
    this.#parent = spanIdOf(this.#traceId, WHOLE_CALL);
  }

  /** Sets the step of the call that caused this one. */
  causedBy(step: string): void {
    this.#parent = spanIdOf(this.#traceId, step);
  }

  /** Gives the step an id to which other steps refer. */
  identify(step: string): void {
    this.span.id = spanIdOf(this.#traceId, step);
    if (step === WHOLE_CALL) this.#parent = undefined;
  }

  /** Adds a span, unless the step has MAX_SPANS. */
  add(span: Span): void {
    if (this.#spans.length < MAX_SPANS) this.#spans.push(span);
    else this.#dropped += 1;
  }

  /** The spans, the step's own first, and the number of those that were only counted. */
  logged(): { readonly spans: readonly LoggedSpan[]; readonly dropped: number } {
    const own = this.span.logged(this.#parent);
    const first = this.link ? { ...own, link: this.link } : own;
    return {
      spans: [first, ...this.#spans.map((span) => span.logged(this.span.id))],
      dropped: this.#dropped,
    };
  }
}
