import { validate } from '@cfworker/json-schema';
import { boundCheck } from '../../schemas/check-cost.ts';
import { FaultTexts } from '../../schemas/fault-texts.ts';
import { copySchema } from '../../schemas/schema-copy.ts';
import type { JsonSchema } from '../../schemas/schema-graph.ts';

/** Most faults that are put into words, and most results of the validator that are examined for them. */
const MAX_TEXTS = 10;
const MAX_LOOKED_AT = 5_000;

/**
 * Says where and why a value does not fit a JSON schema (draft 2020-12), in up to ten sentences for a language model; returns none if it fits. Ignores keywords that are
 * not of validation. The validator knows no bounds, so it gets a copy of what is harmless, and only if that takes few steps: throws SchemaTooCostly otherwise.
 */
export function schemaFaults(schema: JsonSchema, value: unknown): string[] {
  const copy = copySchema(schema);
  boundCheck(copy, value);
  const { valid, errors } = validate(value, copy.root, '2020-12', copy.referred, false);
  if (valid) return [];
  const words = new FaultTexts(copy, value);
  const texts = new Set<string>();
  for (const error of errors.slice(0, MAX_LOOKED_AT)) {
    for (const text of words.of(error)) if (texts.size < MAX_TEXTS) texts.add(text);
    if (texts.size === MAX_TEXTS) break;
  }
  return texts.size > 0 ? [...texts] : ['The arguments do not fit their schema.'];
}
