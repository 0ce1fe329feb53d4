import * as z from 'zod';
import { matchesWildcard } from './wildcard.ts';

/** The condition keys of a request, such as `aws:SourceArn`, besides its action and resource. */
export type RequestContext = Readonly<Record<string, string | readonly string[]>>;

/** Whether a request fulfils an entry of a statement's Condition. */
export type Condition = (context: RequestContext) => boolean;

type Comparison = (expected: string, actual: string) => boolean;

const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: (expected, actual) => expected === actual,
  StringLike: matchesWildcard,
  ArnEquals: matchesWildcard,
  ArnLike: matchesWildcard,
  Bool: (expected, actual) => expected.toLowerCase() === actual.toLowerCase(),
};

const scalar = z.union([z.string(), z.boolean(), z.number()]).transform(String);
const conditionsSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([scalar.transform((value) => [value]), z.array(scalar)])),
);

/** Reads a statement's Condition. Throws an error that names the policy for an unsupported operator. */
export function readConditions(condition: unknown, policy: string): Condition[] {
  return Object.entries(conditionsSchema.parse(condition ?? {})).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, expected]) => readCondition({ operator, key, expected, policy })),
  );
}

function readCondition(entry: {
  readonly operator: string;
  readonly key: string;
  readonly expected: readonly string[];
  readonly policy: string;
}): Condition {
  const { operator, key, expected, policy } = entry;
  const [base = '', isAboutAll] = operator.split(':').reverse();
  const matches = comparisons[base];
  if (!matches || (isAboutAll !== undefined && isAboutAll !== 'ForAllValues'))
    throw new Error(`${policy}: the local runtime cannot evaluate the condition operator ${operator}`);
  const holds = (actual: string) => expected.some((value) => matches(value, actual));
  return (context) => {
    const actual = context[key];
    if (actual === undefined) return isAboutAll !== undefined;
    const values = typeof actual === 'string' ? [actual] : actual;
    return isAboutAll === undefined ? values.some(holds) : values.every(holds);
  };
}
