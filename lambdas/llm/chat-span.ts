import type { Span } from '../runtime/tracing/span.ts';
import { startSpan } from '../runtime/tracing/spans.ts';
import { statusOf } from './model-fault.ts';

/**
 * Vendors by the hosts of their OpenAI-compatible APIs. Any other host counts as OpenAI: the second note of
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#inference
 */
const PROVIDERS: Readonly<Record<string, string>> = { 'generativelanguage.googleapis.com': 'gcp.gemini' };

/**
 * Begins the span of a request to a model, by OpenTelemetry's conventions: amounts and durations, never words.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export function startChat({
  model,
  url,
  provider,
  temperature,
  maxTokens,
  isJson,
}: {
  readonly model: string;
  readonly url: string;
  /** @default by the URL's host */
  readonly provider?: string;
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly isJson: boolean;
}): Span {
  const { hostname, port, protocol } = new URL(url);
  return startSpan({
    name: `chat ${model.slice(0, 100)}`,
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider ?? PROVIDERS[hostname] ?? 'openai',
      'gen_ai.request.model': model,
      'gen_ai.request.temperature': temperature,
      'gen_ai.request.max_tokens': maxTokens,
      'gen_ai.output.type': isJson ? 'json' : 'text',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
    },
  });
}

/** The parts of an answer that its span records. The vendor may send anything. */
interface AnswerNotes {
  readonly model?: unknown;
  readonly id?: unknown;
  readonly finishReason?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** Records a part of the answer on the span. */
export function noteAnswer(span: Span, { model, id, finishReason, input, output }: AnswerNotes): void {
  span.set({
    'gen_ai.response.model': textOf(model),
    'gen_ai.response.id': textOf(id),
    'gen_ai.response.finish_reasons': textOf(finishReason),
    'gen_ai.usage.input_tokens': countOf(input),
    'gen_ai.usage.output_tokens': countOf(output),
  });
}

/** Records the failure of a request on the span, by its class. */
export function noteFault(span: Span, error: unknown): void {
  const status = statusOf(error);
  span.fail(status === undefined ? error : String(status));
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;
