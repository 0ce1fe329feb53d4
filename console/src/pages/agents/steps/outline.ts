import { ApiError, type Issue } from 'phone-call-agents-client';
import { stringify } from 'yaml';
import { same } from '../../../form/changes.ts';
import { objectOf, type Values } from '../../../form/field.ts';
import type { LineIssue } from '../../../parts/editor/remarks.ts';
import type { ReadYaml } from '../../../parts/yaml/read-yaml.ts';

/** What the API adds to fields that were left out. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...(['always', 'next', 'carry'] as const).map((name) => [name, []] as const),
  ...(['values', 'handoffs'] as const).map((name) => [name, {}] as const),
  ['secure', false],
  ['confirmed', false],
  ['confirm', 'none'],
  ['at_most_every', 1],
  ['history', 'words'],
  ['voice', 'keep'],
]);

/** The steps of an agent as YAML, without defaults; empty if it has none. */
export function outlineOf(steps: unknown): string {
  if ((steps ?? null) === null) return '';
  const given = (name: unknown, value: unknown) =>
    same(value, DEFAULTS.get(String(name))) ? undefined : value;
  return stringify(steps, given, { lineWidth: 0 });
}

/** Issues that are shown: each is looked up in the text. */
const MOST_ISSUES = 50;

/** What the API finds wrong with the steps, or doubtful in saved ones, at the lines of the text as it is now. */
export function stepIssues(
  error: unknown,
  { lineOf }: ReadYaml,
  warnings: readonly Issue[] = [],
): readonly LineIssue[] {
  const isWarning = !(error instanceof ApiError);
  return (isWarning ? warnings : error.issues)
    .filter(({ loc: [place, field] }) => place === 'body' && field === 'steps')
    .slice(0, MOST_ISSUES)
    .map(({ loc, msg }) => ({ line: lineOf(loc.slice(2)), text: msg, isWarning }));
}

/** A name and a number that are free. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}

/** An object with another entry in the place of one; without it, if there is none. */
export const withEntry = (values: Values, at: number, ...entry: readonly [string, unknown][]): Values =>
  Object.fromEntries(Object.entries(values).toSpliced(at, 1, ...entry));

/** The outline with another name of a step, where it begins and where exits lead to it, too. */
export function renamed(outline: Values, from: string, to: string): Values {
  const follow = (exits: unknown) =>
    Array.isArray(exits) ? exits.map((exit) => (exit?.to === from ? { ...exit, to } : exit)) : exits;
  const steps = Object.entries(objectOf(outline.steps)).map(([name, step]) => {
    const { next } = objectOf(step);
    return [name === from ? to : name, next ? { ...objectOf(step), next: follow(next) } : step];
  });
  return {
    ...outline,
    ...(outline.entry === from && { entry: to }),
    steps: Object.fromEntries(steps),
    ...(outline.always !== undefined && { always: follow(outline.always) }),
  };
}

/** Steps to begin with. */
export const EXAMPLE = `entry: greet
steps:
  greet:
    say: Hello, this is the front desk.
    next:
      - to: ask
  ask:
    goal: Find out who calls, and what they want.
    collect:
      name: { type: name, confirm: read_back }
    next:
      - when: attempts > 2
        to: help
      - if: the caller only asks for the opening hours
        to: hours
      - to: help
  hours:
    say: We are open from nine to five.
    next:
      - to: help
  help:
    goal: Answer the caller’s questions.
`;
