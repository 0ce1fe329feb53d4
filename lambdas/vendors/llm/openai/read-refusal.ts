import { isObject, tryParseJson } from '../../../platform/parse-json.ts';
import type { ModelParameter } from '../../model/model-traits.ts';
import type { PlannedRequest, Refusal } from '../ask-as-accepted.ts';
import { ModelApiError } from '../model-failure.ts';

const MAX_READ = 4_000;

/** Statuses with which vendors refuse unsupported parameters. */
const REFUSED: readonly unknown[] = [400, 413, 422];

/** Phrases with which vendors report that a request is longer than the model's window. */
const TOO_LONG =
  /context_length_exceeded|maximum context length|(?:input|prompt|request) (?:is too long|exceeds)|too many tokens/i;
/** The length of that window, which some vendors report. */
const WINDOW = /maximum context length is (\d{3,8})|> (\d{3,8}) maximum/i;

/** Phrases with which vendors report that a model supports no tools at all. */
const NO_TOOLS =
  /(?:does(?: not|n't)|do(?: not|n't)|not) support(?:ed)? (?:tools?|functions?)(?: ?(?:use|calls?|calling))?\b(?! choice)|auto *" tool choice requires/i;

/** Phrases of chat templates that accept a system message only at the beginning. */
const STRICT_ORDER = /roles must alternate|system (?:role|messages?|prompts?)\b/i;

/** Phrases with which vendors report an unknown parameter. */
const UNKNOWN_TOOLS =
  /\btools\b.{0,40}(?:extra_forbidden|extra inputs|cannot find field)|(?:extra_forbidden|unknown name).{0,40}\btools\b/i;

/** Parameters that another request can omit. Longer names come first, because one contains another. */
const READ: readonly ModelParameter[] = [
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'stream_options',
  'tool_choice',
  'reasoning_effort',
  'response_format',
];

/** Parts of parameters that some vendors report instead. */
const PARTS: Readonly<Record<string, ModelParameter>> = {
  include_usage: 'stream_options',
  json_schema: 'response_format',
};

/** Why a vendor refused a request. OpenAI names the parameter, Mistral, Gemini and vLLM only in their message. */
export function readOpenAiRefusal(
  error: unknown,
  { carried }: Pick<PlannedRequest, 'carried'>,
): Refusal | undefined {
  if (!(error instanceof ModelApiError) || !REFUSED.includes(error.status)) return undefined;
  // Some bodies contain JSON or Python within a JSON string.
  const words = error.words.slice(0, MAX_READ).replaceAll(/\\+[nrt]?/g, ' ');
  if (error.status === 413 || TOO_LONG.test(words)) {
    const [, one, other] = WINDOW.exec(words) ?? [];
    return { reason: 'too_long', window: Number(one ?? other) || undefined };
  }
  const param = paramIn(error.words);
  if (param === 'tools' || NO_TOOLS.test(words)) return { reason: 'parameter', parameter: 'tools' };
  if (carried.includes('late_system') && STRICT_ORDER.test(words))
    return { reason: 'parameter', parameter: 'late_system' };
  const parameter = READ.find((name) => name === param) ?? firstNamed(words, carried);
  const refusesTools = carried.includes('tools') && UNKNOWN_TOOLS.test(words);
  return { reason: 'parameter', parameter: parameter ?? (refusesTools ? 'tools' : undefined) };
}

/** The parameter that OpenAI names: `stream_options` for `stream_options.include_usage`. */
function paramIn(body: string): string | undefined {
  const answer = tryParseJson(body);
  const error = isObject(answer) ? answer.error : undefined;
  return isObject(error) && typeof error.param === 'string' ? error.param.split('.')[0] : undefined;
}

/** The first parameter of the request that the refusal names: a substitute may be named after it. */
function firstNamed(words: string, carried: readonly ModelParameter[]): ModelParameter | undefined {
  const names = [...READ.map((name) => [name, name] as const), ...Object.entries(PARTS)];
  const found = names.flatMap(([name, parameter]) => {
    const at = words.search(new RegExp(`(?<![a-z_])${name}(?![a-z_])`, 'i'));
    return at >= 0 && carried.includes(parameter) ? [{ at, parameter }] : [];
  });
  return found.sort((one, other) => one.at - other.at)[0]?.parameter;
}
