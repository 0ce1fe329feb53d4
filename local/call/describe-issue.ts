import type * as z from 'zod';
import { nearest } from '../../lambdas/domain/nearest.ts';

type Issue = z.core.$ZodIssue;
type Schema = z.core.JSONSchema.JSONSchema;

/** A place in a file, and what is wrong there. */
export interface FoundIssue {
  readonly path: readonly PropertyKey[];
  /** One sentence, with the known words if a word is unknown. */
  readonly reason: string;
}

/** The first thing that a schema refuses in a file. */
export function describeIssue(schema: Schema, issues: readonly Issue[]): FoundIssue {
  const { path, issue } = innermost(issues[0]);
  return { path, reason: `${reasonOf(issue, wordsAt(schema, path))}.` };
}

/** The issue within the part of a union that the value most likely is meant to be. */
function innermost(issue: Issue | undefined): {
  readonly path: readonly PropertyKey[];
  readonly issue: Issue;
} {
  if (!issue) throw new Error('A refused value has an issue.');
  const meant =
    issue.code === 'invalid_union' ? issue.errors.find((part) => part.every(isInside)) : undefined;
  if (!meant) return { path: issue.path, issue };
  const found = innermost(meant[0]);
  return { path: [...issue.path, ...found.path], issue: found.issue };
}

/** Whether an issue is about the content of a value, and not about its kind. */
function isInside(issue: Issue): boolean {
  if (issue.path.length > 0) return true;
  if (issue.code === 'invalid_union') return issue.errors.some((part) => part.every(isInside));
  return issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';
}

function reasonOf(issue: Issue, known: readonly string[]): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return `${JSON.stringify(issue.input)} is not one of ${values.join(', ')}${didYouMean(issue.input, values)}`;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  const [unknown] = unknownKeys(issue, known);
  if (unknown !== undefined)
    return `"${unknown}" is unknown${didYouMean(unknown, known)}; known are ${known.join(', ')}`;
  if (issue.code === 'invalid_union') {
    const parts = issue.errors
      .flat(1)
      .flatMap((part) => (part.code === 'invalid_union' ? part.errors.flat(1) : part));
    const expected = new Set(
      parts.flatMap((part) => (part.code === 'invalid_type' && part.path.length === 0 ? part.expected : [])),
    );
    return isObject(issue.input)
      ? 'has keys that do not go together'
      : `expected ${[...expected].join(' or ')}`;
  }
  return issue.message.replace(/^Invalid input: /, '');
}

function didYouMean(word: unknown, known: readonly string[]): string {
  const meant = typeof word === 'string' ? nearest(word, known) : undefined;
  return meant === undefined ? '' : ` (did you mean "${meant}"?)`;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unknownKeys(issue: Issue, known: readonly string[]): readonly string[] {
  if (!isObject(issue.input) || known.length === 0) return [];
  return Object.keys(issue.input).filter((key) => !known.includes(key));
}

/** The keys that a value at this place may have. */
function wordsAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((form) => childrenOf(form, step)).flatMap(formsOf),
    formsOf(schema),
  );
  return [...new Set(found.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];

function childrenOf({ items, properties, additionalProperties }: Schema, step: PropertyKey): Schema[] {
  const child = typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties);
  return typeof child === 'object' && !Array.isArray(child) ? [child] : [];
}
