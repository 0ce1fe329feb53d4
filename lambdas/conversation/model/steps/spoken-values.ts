import { collectedBy, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { valuesOf } from '../call-facts.ts';
import { PHRASES } from '../phrases.ts';
import type { Session } from '../session.ts';
import { readBack } from '../values/read-back.ts';
import { plainWords, type Value, type ValueContext } from '../values/value.ts';
import type { StepEffect } from './step-events.ts';
import { isStanding } from './steps-state.ts';

type Context = Pick<ValueContext, 'language' | 'region'>;

/** Fields of a value, such as account.name, down to this depth. */
const MAX_DEPTH = 3;

/** What `${name}` stands for in the words of a step: the call's values, and those that stand, but none of a secure step. */
export function spokenValues(session: Session, context: Context): Readonly<Record<string, string>> {
  const { steps: state, settings } = session;
  const spoken = Object.entries(valuesOf(session));
  const collected = new Map(settings.steps ? collectedBy(settings.steps) : []);
  for (const [name, stored] of Object.entries(state?.values ?? {})) {
    const kind = collected.get(name);
    if (stored.secure || !isStanding(stored, kind)) continue;
    if (kind) {
      const words = { type: kind.type, value: stored.value as Value, mode: 'read_back' as const };
      spoken.push([name, readBack(words, context)]);
    } else spoken.push(...fieldsOf(name, stored.value, MAX_DEPTH));
  }
  return Object.fromEntries(spoken);
}

function fieldsOf(name: string, value: unknown, depth: number): [string, string][] {
  if (isObject(value))
    return depth === 0
      ? []
      : Object.entries(value).flatMap(([field, inner]) => fieldsOf(`${name}.${field}`, inner, depth - 1));
  return typeof value === 'string' || typeof value === 'number' ? [[name, plainWords(String(value))]] : [];
}

type ReadBackEffect = Extract<StepEffect, { type: 'read_back' }>;

/** The words in which each value is read back, and the question whether they are right. */
export function readBackWords(effects: readonly ReadBackEffect[], session: Session, context: Context) {
  const collect = entryOf(session.settings.steps?.steps ?? {}, session.steps?.step ?? '')?.collect ?? {};
  const events = effects.flatMap(({ name, value, mode }) => {
    const type = entryOf(collect, name)?.type;
    if (type === undefined) return [];
    const words = readBack({ type, value: value as Value, mode }, context);
    return [{ type: 'read_back' as const, name, value, words }];
  });
  const { confirm, is_right } = PHRASES[context.language];
  const text = `${confirm} ${events.map(({ words }) => words).join('; ')}. ${is_right}`;
  return { events, says: events.length > 0 ? [text] : [] };
}
