import * as z from 'zod';
import { matchesWildcard } from '../../iam/wildcard.ts';

/** Whether a value of an event matches a part of a pattern; an absent value is undefined. */
export type Match = (value: unknown) => boolean;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const ignoringCase = z.object({ 'equals-ignore-case': z.string() });
const textOrIgnoringCase = z.union([z.string(), ignoringCase]);
const comparisonSchema = z.tuple([z.enum(['<', '<=', '=', '>', '>=']), z.number()]);

const matchers: Readonly<Record<string, (argument: unknown) => Match>> = {
  prefix: (argument) => edge(argument, (text, edgeText) => text.startsWith(edgeText)),
  suffix: (argument) => edge(argument, (text, edgeText) => text.endsWith(edgeText)),
  wildcard: (argument) => {
    // Unlike in IAM, a question mark is literal here.
    const parts = z.string().parse(argument).split('?');
    return onText((text) => matchesParts(parts, text));
  },
  'equals-ignore-case': (argument) => {
    const expected = z.string().parse(argument).toLowerCase();
    return onText((text) => text.toLowerCase() === expected);
  },
  exists: (argument) => {
    const expected = z.boolean().parse(argument);
    return (value) => isLeaf(value) === expected;
  },
  numeric: (argument) => {
    const comparisons = pairs(z.array(z.unknown()).parse(argument)).map((pair) =>
      comparisonSchema.parse(pair),
    );
    return (value) =>
      typeof value === 'number' && comparisons.every(([sign, bound]) => compare(value, sign, bound));
  },
  'anything-but': (argument) => {
    const excluded = (Array.isArray(argument) ? argument : [argument]).map(compileExcluded);
    return (value) => isLeaf(value) && !excluded.some((matches) => matches(value));
  },
};

/** Compiles an entry of a pattern's list: a literal, or a matcher such as `{ "prefix": "x" }`. */
export function compileMatcher(entry: unknown): Match {
  const value = scalar.safeParse(entry);
  if (value.success) return (actual) => actual === value.data;
  const [name = '', argument] = Object.entries(z.record(z.string(), z.unknown()).parse(entry))[0] ?? [];
  const compile = matchers[name];
  if (!compile)
    throw new Error(`the pattern matcher ${JSON.stringify(entry)} is not known to the local runtime`);
  return compile(argument);
}

/** anything-but also accepts lists in its inner matchers: `{ "anything-but": { "prefix": ["a", "b"] } }`. */
function compileExcluded(excluded: unknown): Match {
  if (typeof excluded !== 'object' || excluded === null) return compileMatcher(excluded);
  const alternatives = Object.entries(excluded).flatMap(([name, argument]) =>
    (Array.isArray(argument) ? argument : [argument]).map((value) => compileMatcher({ [name]: value })),
  );
  return (value) => alternatives.some((matches) => matches(value));
}

function edge(argument: unknown, test: (text: string, edgeText: string) => boolean): Match {
  const expected = textOrIgnoringCase.parse(argument);
  if (typeof expected === 'string') return onText((text) => test(text, expected));
  const lowerCase = expected['equals-ignore-case'].toLowerCase();
  return onText((text) => test(text.toLowerCase(), lowerCase));
}

function onText(test: (text: string) => boolean): Match {
  return (value) => typeof value === 'string' && test(value);
}

function matchesParts(parts: readonly string[], text: string): boolean {
  const segments = text.split('?');
  if (parts.length === 1) return matchesWildcard(parts[0] ?? '', text.replaceAll('?', '\u0000'));
  return (
    segments.length === parts.length &&
    parts.every((part, index) => matchesWildcard(part, segments[index] ?? ''))
  );
}

function isLeaf(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null);
}

function pairs(list: readonly unknown[]): unknown[][] {
  return list.flatMap((_, index) => (index % 2 === 0 ? [list.slice(index, index + 2)] : []));
}

function compare(value: number, sign: string, bound: number): boolean {
  switch (sign) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    default:
      return value === bound;
  }
}
