import type { Draft } from '../parts/drafts.ts';
import { type FormField, SECRET_NAMES } from './fields.ts';

/** The values without any secret, however deep. Only what JSON has remains. */
export function withoutSecrets(fields: readonly FormField[], values: Draft): Draft {
  const names = new Set([...SECRET_NAMES, ...secretsOf(fields)]);
  return JSON.parse(JSON.stringify(values, (name, value: unknown) => (names.has(name) ? undefined : value)));
}

/** The names of the fields, and of fields within, that are secrets. */
function secretsOf(fields: readonly FormField[]): readonly string[] {
  return fields.flatMap(({ name, kind, fields: inner = [], item, variants = [] }) => [
    ...(kind === 'secret' ? [name] : []),
    ...secretsOf([...inner, ...(item ? [item] : []), ...variants.flatMap((variant) => variant.fields)]),
  ]);
}
