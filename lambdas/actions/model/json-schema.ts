import { validate } from '@cfworker/json-schema';
import { runWithin, TookTooLong } from '../../platform/run-within.ts';
import { copySchema } from '../../platform/schemas/schema-copy.ts';
import { type JsonSchema, KEYWORDS } from '../../platform/schemas/schema-graph.ts';

const MAX_TEXTS = 10;

/** Milliseconds that a check may take. Nearly all take less than 10, but the processor may be busy. */
const MAX_CHECK_MS = 1_000;

export class SchemaTooCostly extends Error {}

/** Why a value does not fit its schema, in words for a model. Patterns may take exponential time. */
export function schemaIssues(schema: JsonSchema, value: unknown, timeout = MAX_CHECK_MS): string[] {
  try {
    return runWithin(timeout, () => findIssues(schema, value));
  } catch (error) {
    if (!(error instanceof TookTooLong || error instanceof RangeError)) throw error;
    throw new SchemaTooCostly('Checking the value against its schema takes too long.', { cause: error });
  }
}

/** An issue is `#/days/0: `, where it is in the value, and what the validator says. */
function findIssues(schema: JsonSchema, value: unknown): string[] {
  const copy = copySchema(schema);
  const { valid, errors } = validate(value, copy.root, '2020-12', copy.referred, false);
  if (valid) return [];
  const texts = errors
    .filter(({ keyword, keywordLocation }) => isReported(keyword) && !IN_ALTERNATIVE.test(keywordLocation))
    .map(({ instanceLocation, error }) => `${decodeURIComponent(instanceLocation)}: ${error}`);
  return texts.length > 0
    ? [...new Set(texts)].slice(0, MAX_TEXTS)
    : ['The arguments do not fit their schema.'];
}

const IN_ALTERNATIVE = /\/(anyOf|oneOf|contains)\//;

/** Keywords with subschemas whose own issue says more than those of the subschemas. */
const INFORMATIVE = ['anyOf', 'oneOf', 'not', 'contains', 'additionalProperties', 'propertyNames'];

const isReported = (keyword: string) =>
  INFORMATIVE.includes(keyword) || (keyword !== '$ref' && !Object.hasOwn(KEYWORDS, keyword));
