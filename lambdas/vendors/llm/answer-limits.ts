import type { ReasoningEffort } from '../model/model-traits.ts';
import type { Plan } from './ask-as-accepted.ts';
import type { ModelRequest } from './language-model.ts';

/** Longest answer in tokens: about a minute and a half of speech. */
const MAX_ANSWER_TOKENS = 400;
const MAX_JSON_TOKENS = 4_000;
/** Additional tokens for a model that reasons first: vendors count them as part of the answer. */
const REASONING_TOKENS = 2_000;

/** Longest answer in characters, if the model ignores its token limit. */
const MAX_ANSWER_LENGTH = 4_000;
/** The same for an answer in JSON. */
const MAX_JSON_LENGTH = 64_000;

/** Longest stream in bytes: a token takes about 300, and models may reason before they answer. */
export const MAX_STREAM_BYTES = 4_000_000;
/** Milliseconds until a request times out; callers have less time and abort it by their signal. */
export const LONGEST_MS = 60_000;

const NO_REASONING: readonly ReasoningEffort[] = ['none', 'minimal'];

/** Maximum tokens of an answer. Reasoning models refuse a temperature and `max_tokens`. */
export function maxTokensOf(
  { answer, reasoningEffort }: Pick<ModelRequest, 'answer' | 'reasoningEffort'>,
  { omitted }: Plan,
): number {
  const isReasoningRequested = reasoningEffort ? !NO_REASONING.includes(reasoningEffort) : false;
  const reasons = isReasoningRequested || omitted.has('temperature') || omitted.has('max_tokens');
  return (answer ? MAX_JSON_TOKENS : MAX_ANSWER_TOKENS) + (reasons ? REASONING_TOKENS : 0);
}

/** The tokens that remain for a prompt, which shares a small window with the answer. */
export function promptTokens(maxTokens: number, { window }: Plan): number {
  return window - Math.min(maxTokens, window / 4);
}

/** Longest answer in characters. */
export const maxLengthOf = ({ answer }: Pick<ModelRequest, 'answer'>): number =>
  answer ? MAX_JSON_LENGTH : MAX_ANSWER_LENGTH;

/** An answer without the reasoning that some models write before it. */
export const withoutReasoning = (answer: string): string =>
  answer.replace(/^\s*<(think(?:ing)?|reasoning)>.*?<\/\1>/is, '');
