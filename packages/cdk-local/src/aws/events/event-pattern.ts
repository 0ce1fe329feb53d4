import * as z from 'zod';

/** Whether a value of an event matches a part of a pattern; an absent value is undefined. */
export type Match = (value: unknown) => boolean;

const objectSchema = z.record(z.string(), z.unknown());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const matcherSchema = z.union([
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'anything-but': z.union([scalar.transform((value) => [value]), z.array(scalar)]) }),
]);

/** Compiles an event pattern of literals, `prefix`, `exists` and `anything-but`. Throws for any other matcher. */
export function compilePattern(pattern: unknown): Match {
  const tests = Object.entries(objectSchema.parse(pattern)).map(([key, expected]) => field(key, expected));
  return (event) => tests.every((test) => test(event));
}

function field(key: string, expected: unknown): Match {
  if (!Array.isArray(expected)) {
    const nested = compilePattern(expected);
    return (event) => candidates(event, key).some(nested);
  }
  const matchers = expected.map(compileMatcher);
  return (event) => {
    const values = candidates(event, key).flat();
    // An empty list counts as absent.
    const actual = values.length > 0 ? values : [undefined];
    return matchers.some((matches) => actual.some(matches));
  };
}

/** The values of a key; several if the event has a list of objects. */
function candidates(event: unknown, key: string): unknown[] {
  if (Array.isArray(event)) return event.flatMap((entry) => candidates(entry, key));
  const object = objectSchema.safeParse(event);
  return [object.success ? object.data[key] : undefined];
}

/** Compiles an entry of a pattern's list: a literal, or a matcher such as `{ "prefix": "x" }`. */
function compileMatcher(entry: unknown): Match {
  const literal = scalar.safeParse(entry);
  if (literal.success) return (actual) => actual === literal.data;
  const { data: matcher } = matcherSchema.safeParse(entry);
  if (!matcher)
    throw new Error(`the pattern matcher ${JSON.stringify(entry)} is not known to the local runtime`);
  if ('exists' in matcher) return (actual) => isLeaf(actual) === matcher.exists;
  if ('prefix' in matcher) return (actual) => typeof actual === 'string' && actual.startsWith(matcher.prefix);
  const excluded: readonly unknown[] = matcher['anything-but'];
  return (actual) => isLeaf(actual) && !excluded.includes(actual);
}

const isLeaf = (value: unknown) => value !== undefined && (typeof value !== 'object' || value === null);
