import type { ModelParameter } from '../../domain/records/model-traits.ts';
import type { Refusal } from '../parameters/plan.ts';
import { BedrockError } from './bedrock-error.ts';

/** Most characters of a refusal that are read. */
const MAX_READ = 4_000;

/** Phrases with which models report that a request is longer than their window, and sometimes the window's length. */
const TOO_LONG =
  /input is too long|prompt is too long(?:: \d+ tokens > (\d{3,8}))?|too many input tokens|exceeds? the (?:maximum|model's) (?:context|number of tokens)/i;

/** The refusal of a model without prompt caching: it denies access, and only the words show the cause. */
const NO_CACHE = /prompt caching|cachePoint|cache_control/i;

/** The names of parameters in refusals. A model's own errors use the names of its own API. */
const NAMES: readonly (readonly [RegExp, ModelParameter])[] = [
  [NO_CACHE, 'prompt_cache'],
  [/(?:doesn't|does not) support (?:tool use|the toolConfig)/i, 'tools'],
  [/temperature/i, 'temperature'],
  [/reasoning|thinking/i, 'reasoning_effort'],
  [/max_?tokens|maximum tokens/i, 'max_tokens'],
];

/** Reads why Amazon Bedrock refused a request. Returns undefined for any other failure, such as a throttle. */
export function readRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof BedrockError)) return undefined;
  const words = error.words.slice(0, MAX_READ);
  if (error.code === 'AccessDeniedException')
    return NO_CACHE.test(words) ? { reason: 'parameter', parameter: 'prompt_cache' } : undefined;
  if (error.code !== 'ValidationException') return undefined;
  const tooLong = TOO_LONG.exec(words);
  if (tooLong) return { reason: 'too_long', window: Number(tooLong[1]) || undefined };
  return { reason: 'parameter', parameter: NAMES.find(([name]) => name.test(words))?.[1] };
}
