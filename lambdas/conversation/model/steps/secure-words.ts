import { isObject } from '../../../platform/parse-json.ts';
import type { Session } from '../session.ts';
import { isSecure } from './session-steps.ts';
import type { StepsState } from './steps-state.ts';

/** What records have in place of words and keys of a secure step, and of its values. */
export const SECURE = '[secure]';

/** Whether no record may have the agent's words: it answers the contact in a secure step, and may repeat them. */
export const isSecretAnswer = (session: Session): boolean => {
  const { steps, left_step } = session;
  return left_step?.secure === true || (isSecure(session) && (steps?.turn ?? 0) > (steps?.since ?? 0));
};

/** Fewest characters of a value that is searched for in texts: one or two are part of many words. */
const MIN_CHARACTERS = 3;

/** A JSON value without the values of secure steps. */
export function withoutSecrets<T>(value: T, steps: StepsState | undefined): T;
export function withoutSecrets(value: unknown, steps: StepsState | undefined): unknown {
  const secrets = Object.values(steps?.values ?? {}).flatMap(({ secure, value: known }) =>
    secure ? textsIn(known).filter((text) => text.length >= MIN_CHARACTERS) : [],
  );
  return secrets.length > 0 ? masked(value, secrets) : value;
}

function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, SECURE), String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, secrets)]));
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : [];
