import type { Warning } from '../platform/fields.ts';
import { isObject } from '../platform/parse-json.ts';
import { namesRecord } from '../platform/reference.ts';

/** Fields of voices that are stored only for clients that send them. */
const VOICE_MSG = 'This field is stored but has no effect: the telephony vendor has no such voice setting.';

/** Fields that have no effect, with the message about each. */
const WITHOUT_EFFECT: ReadonlyMap<string, string> = new Map([
  ['top_p', VOICE_MSG],
  ['text_guidance', VOICE_MSG],
  ['voice_guidance', VOICE_MSG],
  ['experimental_input_streaming', VOICE_MSG],
  ['experimental_remove_silence', VOICE_MSG],
  ['goal', 'This field has no effect: put it in the prompt of the agent, or in the context.'],
  ['processing_mode', 'This field is stored but has no effect: agents always work in this way.'],
]);

/** Fields with records, or parts of records, that may have such fields; others are free-form, or name a record. */
const HOLDERS = new Set(['agent', 'inbound_agent', 'voice', 'actions', 'config']);

export function warningsOf(body: unknown): Warning[] {
  return warningsIn(body, ['body']);
}

/** An answer with the warnings about its request, before its own. */
export function withWarnings<Answer>(answer: Answer, warnings: readonly Warning[]): Answer {
  if (warnings.length === 0) return answer;
  const own = isObject(answer) && Array.isArray(answer.warnings) ? answer.warnings : [];
  return Object.assign({}, answer, { warnings: [...warnings, ...own] });
}

function warningsIn(value: unknown, loc: readonly string[]): Warning[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...loc, key];
    const msg = WITHOUT_EFFECT.get(key);
    if (msg !== undefined) return isSet(inner) ? [{ loc: path, msg, type: 'no_effect' }] : [];
    const isPart = Array.isArray(value) || (HOLDERS.has(key) && !namesRecord(inner));
    return isPart ? warningsIn(inner, path) : [];
  });
}

const isSet = (value: unknown) => value !== null && value !== false;
