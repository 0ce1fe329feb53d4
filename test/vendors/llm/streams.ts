// Streams of OpenAI-compatible APIs, as vendors and proxies send them.
import { rowsOf } from '../../support/rows.ts';

export const chunk = (json: unknown) => `data: ${JSON.stringify(json)}\n\n`;
const delta = (value: unknown, more: object = {}) =>
  chunk({ choices: [{ index: 0, delta: value, ...more }] });
export const says = (content: unknown) => delta({ content });
export const ends = (finish_reason: unknown = 'stop') => delta({}, { finish_reason });
export const calls = (...tool_calls: unknown[]) => delta({ tool_calls });

type Stream = readonly [name: string, text: string];

/** Each says "Good day to you." and is whole. */
export const WHOLE_STREAMS = rowsOf<Stream>(import.meta.url, 'corpus/whole-streams.jsonl');

/** Each says "Good day ", and is not whole. */
export const BROKEN_STREAMS = rowsOf<Stream>(import.meta.url, 'corpus/broken-streams.jsonl');

/** Reasons with which an answer is not whole, and those of which are a limit of its length. */
export const BROKEN_REASONS: readonly unknown[] = [
  ...[null, '', 'null', 5, {}],
  ...['content_filter', 'SAFETY', 'error', 'abort', 'refusal'],
];
export const CUT_REASONS = [
  'length',
  'max_tokens',
  'MAX_TOKENS',
  'model_length',
  'model_context_window_exceeded',
];

type CallStream = readonly [name: string, ...chunks: (readonly unknown[])[]];

/** Each calls `look_up` with the number 7, by these chunks of tool calls. */
export const ONE_CALL = rowsOf<CallStream>(import.meta.url, 'corpus/one-call.jsonl');

/** Each calls `look_up` with the number 7 as `a`, then `end`. */
export const TWO_CALLS = rowsOf<CallStream>(import.meta.url, 'corpus/two-calls.jsonl');
