import { newSpanId } from './trace-ids.ts';

/** The role of a span between systems: https://opentelemetry.io/docs/specs/otel/trace/api/#spankind */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Attributes by the names of OpenTelemetry's semantic conventions. Never words of callers, numbers or secrets. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Most attributes of a span, and most characters of a text. */
const MAX_ATTRIBUTES = 24;
const MAX_LENGTH = 200;

/** The beginning of a span. */
export interface SpanStart {
  readonly name: string;
  /** @default internal */
  readonly kind?: SpanKind | undefined;
  /** @default random */
  readonly id?: string | undefined;
  /** Milliseconds since 1970. @default now */
  readonly startMs?: number | undefined;
  readonly attributes?: Attributes | undefined;
}

/** A span as it is logged; times are milliseconds since 1970. */
export interface LoggedSpan {
  readonly name: string;
  readonly id: string;
  /** @default none: it is the span of the whole call */
  readonly parent?: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly attributes?: Attributes;
  /** Why it failed. */
  readonly error?: string;
  /** The span of another system that caused it. */
  readonly link?: { readonly traceId: string; readonly spanId: string };
}

/** A timed part of a step. */
export class Span {
  name: string;
  id: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  #endMs: number | undefined;
  #error: string | undefined;
  readonly #attributes: Record<string, string | number | boolean> = {};

  constructor({ name, kind = 'internal', id = newSpanId(), startMs = Date.now(), attributes }: SpanStart) {
    this.name = name;
    this.kind = kind;
    this.id = id;
    this.startMs = startMs;
    if (attributes) this.set(attributes);
  }

  /** Sets attributes, up to MAX_ATTRIBUTES. */
  set(attributes: Attributes): void {
    for (const [key, value] of Object.entries(attributes)) {
      const isKnown = key in this.#attributes;
      if (value === undefined || (!isKnown && Object.keys(this.#attributes).length >= MAX_ATTRIBUTES))
        continue;
      this.#attributes[key] = typeof value === 'string' ? value.slice(0, MAX_LENGTH) : value;
    }
  }

  /** Marks it as failed, with the class of the failure: the message of a failure may contain anything. */
  fail(error: unknown): void {
    this.#error = typeof error === 'string' ? error : classOf(error);
    this.set({ 'error.type': this.#error });
  }

  /** Ends it; later calls have no effect. `at`: milliseconds since 1970. */
  end(at = Date.now()): void {
    // The clocks of two machines may differ.
    this.#endMs ??= Math.max(this.startMs, at);
  }

  /** The span as it is logged, below this parent. */
  logged(parent: string | undefined): LoggedSpan {
    const attributes = this.#attributes;
    return {
      name: this.name,
      id: this.id,
      ...(parent !== undefined && { parent }),
      kind: this.kind,
      start: this.startMs,
      end: this.#endMs ?? Math.max(this.startMs, Date.now()),
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(this.#error !== undefined && { error: this.#error }),
    };
  }
}

function classOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
