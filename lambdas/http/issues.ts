import * as z from 'zod/mini';
import { nearestWord } from '../platform/nearest-word.ts';
import { NOT_MEANT } from '../platform/schemas/when.ts';
import { withoutNulls } from '../platform/without-nulls.ts';
import type { Issue } from './errors.ts';

type ZodIssue = z.core.$ZodIssue;

/** Maximum number of unknown keys per object that get a suggestion: a body may have thousands. */
const MAX_SUGGESTIONS = 20;

/** The issues that a schema found in a part of the request, which is at `loc`. */
export function issuesAt(loc: readonly string[], error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => issuesOfIssue(loc, issue));
}

function issuesOfIssue(base: readonly string[], issue: ZodIssue): Issue[] {
  const loc = [...base, ...issue.path.map(String)];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key, index) => ({
        loc: [...loc, key],
        msg: messageOf(
          issue,
          unknownKey(key, index < MAX_SUGGESTIONS && 'known' in issue ? issue.known : []),
        ),
        type: 'unknown_key',
      }));
    case 'invalid_type':
      return [
        issue.input === undefined
          ? missing(loc)
          : { loc, msg: messageOf(issue, `Must be ${article(issue.expected)}.`), type: 'wrong_type' },
      ];
    case 'invalid_value':
      if (issue.input === undefined) return [missing(loc)];
      return [{ loc, msg: `Must be one of: ${issue.values.map(String).join(', ')}.`, type: 'unknown_value' }];
    case 'invalid_format':
      return [{ loc, msg: messageOf(issue, formatMessage(issue.format)), type: 'wrong_format' }];
    case 'too_small':
      return [outOfBounds(loc, issue, `at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`)];
    case 'too_big':
      return [outOfBounds(loc, issue, `at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`)];
    case 'invalid_union':
      return issuesOfUnion(base, loc, issue);
    case 'invalid_key':
      return issue.issues.flatMap((inner) => issuesOfIssue(loc, inner));
    case 'custom':
      return [
        { loc, msg: issue.message ?? 'Invalid value.', type: String(issue.params?.type ?? 'invalid_value') },
      ];
    default:
      return [{ loc, msg: issue.message ?? 'Invalid value.', type: 'invalid_value' }];
  }
}

const NO_MESSAGE = 'Invalid input';

/** The schema's own message for an issue, or else ours. */
const messageOf = ({ message = NO_MESSAGE }: ZodIssue, otherwise: string) =>
  message === NO_MESSAGE ? otherwise : message;

const unknownKey = (key: string, known: unknown) => {
  const knownKeys = known as string[];
  const nearestKey = nearestWord(key, knownKeys);
  if (nearestKey !== undefined) return `Unknown key. The nearest known key is ${nearestKey}.`;
  return knownKeys.length === 0 ? 'Unknown key.' : `Unknown key. Known keys: ${knownKeys.join(', ')}.`;
};

/** A union without a discriminator: the issues of the alternative with the closest match. */
function issuesOfUnion(
  base: readonly string[],
  loc: string[],
  issue: Extract<ZodIssue, { code: 'invalid_union' }>,
): Issue[] {
  const [closest] = alternativesOf(issue).sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  if (!closest?.length) return [discriminatorIssue(loc, issue)];
  return closest.flatMap((inner) => issuesOfIssue([...base, ...issue.path.map(String)], inner));
}

function discriminatorIssue(loc: string[], issue: z.core.$ZodIssueInvalidUnion): Issue {
  const { input } = issue;
  const isGiven = typeof input === 'object' && input !== null && Object.hasOwn(input, loc.at(-1) ?? '');
  if (!isGiven) return missing(loc);
  const kinds = 'options' in issue ? (issue.options ?? []) : [];
  return { loc, msg: `Must be one of: ${kinds.map(String).join(', ')}.`, type: 'unknown_value' };
}

/** The issues of each alternative, including nested ones, without alternatives for another kind of value. */
function alternativesOf({ errors }: z.core.$ZodIssueInvalidUnion): ZodIssue[][] {
  const all = errors.flatMap((issues) => {
    const [only] = issues;
    return only?.code === 'invalid_union' && only.path.length === 0 ? alternativesOf(only) : [issues];
  });
  const meant = all.filter(([first]) => first?.code !== 'custom' || first.params?.type !== NOT_MEANT);
  const fitting = meant.filter(([first]) => first?.code !== 'invalid_type' || first.path.length > 0);
  return fitting.length > 0 ? fitting : meant;
}

const depth = (issues: readonly ZodIssue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));

const missing = (loc: string[]): Issue => ({ loc, msg: 'This field is required.', type: 'missing' });

function article(expected: string): string {
  const name = expected === 'int' ? 'integer' : expected;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

function outOfBounds(
  loc: string[],
  { origin, code }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  bound: string,
) {
  const verb = origin === 'number' || origin === 'int' ? 'be' : 'have';
  return { loc, msg: `Must ${verb} ${bound}.`, type: code };
}

function unit(origin: string, amount: unknown): string {
  const name = { string: ' character', array: ' item', record: ' entry' }[origin];
  if (!name) return '';
  if (Number(amount) === 1) return name;
  return name === ' entry' ? ' entries' : `${name}s`;
}

function formatMessage(format: string): string {
  const messagesByFormat: Readonly<Record<string, string>> = {
    uuid: 'Must be a UUID.',
    base64: 'Must be base64, such as from "openssl rand -base64 32".',
    datetime: 'Must be an ISO 8601 date and time with an offset, such as 2026-01-01T12:00:00Z.',
    cursor: 'Must be a cursor from a Link header of this list, in the same order.',
  };
  return messagesByFormat[format] ?? `Must have the form: ${format}.`;
}

/** Parses JSON of a client, in which null may stand for an optional field that is not set: see without-nulls.ts. */
export function parseInput<S extends z.ZodMiniType>(schema: S, json: unknown) {
  return schema.safeParse(withoutNulls(schema, json), { reportInput: true, error: noteKnownKeys });
}

/** Zod removes the schema from an issue, but keeps its other fields. */
const noteKnownKeys: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodMiniObject)
    Object.assign(issue, { known: Object.keys(issue.inst.def.shape) });
  return NO_MESSAGE;
};
