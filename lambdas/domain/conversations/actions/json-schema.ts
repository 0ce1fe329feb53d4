import { type Context, createContext, runInContext } from 'node:vm';
import { validate } from '@cfworker/json-schema';
import { FaultTexts } from '../../schemas/fault-texts.ts';
import { copySchema } from '../../schemas/schema-copy.ts';
import type { JsonSchema } from '../../schemas/schema-graph.ts';

/** Most faults that are put into words, and most results of the validator that are examined for them. */
const MAX_TEXTS = 10;
const MAX_LOOKED_AT = 5_000;

/** Milliseconds that a check may take. Nearly all take less than 10. */
const MAX_CHECK_MS = 250;

let sandbox: Context | undefined;

/** Checking a value against a schema takes too long, or too much of the stack. */
export class SchemaTooCostly extends Error {}

/** Why a value does not fit its schema, in words for a model. Patterns may take exponential time. */
export function schemaFaults(schema: JsonSchema, value: unknown, timeout = MAX_CHECK_MS): string[] {
  // A new context takes a millisecond, so one is kept.
  sandbox ??= createContext({});
  let faults: string[] = [];
  sandbox.run = () => {
    faults = findFaults(schema, value);
  };
  try {
    // The only way to break off synchronous work, also within a regular expression.
    runInContext('run()', sandbox, { timeout });
  } catch (error) {
    // The error of a time-out belongs to the context, so it is no instance of our Error.
    const isTimeOut = Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isTimeOut && !(error instanceof RangeError)) throw error;
    throw new SchemaTooCostly('Checking the value against its schema takes too long.', { cause: error });
  }
  return faults;
}

function findFaults(schema: JsonSchema, value: unknown): string[] {
  const copy = copySchema(schema);
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
