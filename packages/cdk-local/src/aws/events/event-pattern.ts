import * as z from 'zod';
import { compileMatcher, type Match } from './pattern-matchers.ts';

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Compiles an event pattern (EventBridge rules, filters of event sources) into a predicate. Throws for an unknown
 * matcher. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function compilePattern(pattern: unknown): Match {
  const tests = Object.entries(objectSchema.parse(pattern)).map(([key, expected]) =>
    key === '$or' ? anyOf(expected) : field(key, expected),
  );
  return (event) => tests.every((test) => test(event));
}

function anyOf(patterns: unknown): Match {
  const alternatives = z.array(z.unknown()).parse(patterns).map(compilePattern);
  return (event) => alternatives.some((matches) => matches(event));
}

function field(key: string, expected: unknown): Match {
  if (!Array.isArray(expected)) {
    const nested = compilePattern(expected);
    return (event) => candidates(event, key).some(nested);
  }
  const matchers = expected.map(compileMatcher);
  return (event) => {
    const values = candidates(event, key).flatMap((value) => (Array.isArray(value) ? value : [value]));
    // An empty list counts as absent.
    const actual = values.length > 0 ? values : [undefined];
    return matchers.some((matches) => actual.some(matches));
  };
}

/** The values of a key; several if the event has a list of objects. */
function candidates(event: unknown, key: string): unknown[] {
  if (Array.isArray(event)) return event.flatMap((entry) => candidates(entry, key));
  const object = objectSchema.safeParse(event);
  const value = object.success ? object.data[key] : undefined;
  return [value];
}
