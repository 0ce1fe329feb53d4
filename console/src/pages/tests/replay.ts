import { dateTime } from '../../format/date-time.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import type { CaseStatus, TestCase } from './test-api.ts';

/** What came of a replayed call, in a word. */
export const REPLAY_WORDS: Readonly<Record<CaseStatus, string>> = {
  queued: 'queued',
  running: 'running',
  passed: 'same',
  failed: 'different',
  diverged: 'diverged',
  error: 'error',
};

/** What came of cases, what wants a look first. */
export const ORDER: readonly CaseStatus[] = ['failed', 'diverged', 'error', 'running', 'queued', 'passed'];

/** Cases with what wants a look first: of replays, the earliest difference. */
export function inOrder(cases: readonly TestCase[]): readonly TestCase[] {
  const turn = ({ comparison }: TestCase) =>
    comparison?.first?.turn ?? comparison?.diverged_at ?? Number.POSITIVE_INFINITY;
  return cases.toSorted(
    (a, b) =>
      ORDER.indexOf(a.status) - ORDER.indexOf(b.status) ||
      // Infinity minus infinity is NaN.
      (turn(a) === turn(b) ? a.number - b.number : turn(a) - turn(b)),
  );
}

const KINDS = {
  tool: 'another tool',
  arguments: 'other arguments',
  transfer: 'a transfer',
  end: 'an end',
  step: 'another step',
  words: 'other words',
} as const;

/** What a difference is of. */
export const kindWords = (kind: keyof typeof KINDS): string => KINDS[kind];

/** Numbers of calls by the kind of their first difference, the most frequent first. */
export function kindsOf(cases: readonly TestCase[]): readonly (readonly [keyof typeof KINDS, number])[] {
  const kinds = cases.flatMap(({ comparison }) => comparison?.first?.kind ?? []);
  return [...Map.groupBy(kinds, (kind) => kind)]
    .map(([kind, all]) => [kind, all.length] as const)
    .sort(([, a], [, b]) => b - a);
}

/** What came of a replay in words: `92 same, 6 other words, 2 another tool`. */
export function summaryOf(cases: readonly TestCase[]): string {
  const statuses = ['running', 'queued', 'diverged', 'error'] as const;
  const of = (status: CaseStatus) =>
    cases.filter((one) => one.status === status && !one.comparison?.first).length;
  const groups = [
    [of('passed'), REPLAY_WORDS.passed] as const,
    ...kindsOf(cases).map(([kind, number]) => [number, kindWords(kind)] as const),
    ...statuses.map((status) => [of(status), REPLAY_WORDS[status]] as const),
  ];
  return groups.flatMap(([number, name]) => (number > 0 ? `${number} ${name}` : [])).join(', ');
}

/** The name of a case. That of a replayed call has its number in groups, and its time in the reader's zone. */
export function caseName(name: string): string {
  const [, call, number = '', day, time] = /^(Call (?:to|from)) (.+), (\S+) (\S+) UTC$/.exec(name) ?? [];
  return call === undefined ? name : `${call} ${phoneNumber(number)}, ${dateTime(`${day}T${time}Z`)}`;
}
