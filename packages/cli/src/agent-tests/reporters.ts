import { relative } from 'node:path';
import type { styleText } from 'node:util';
import { flakeRate, passedAll } from '../../../../lambdas/agent-tests/model/repetitions.ts';
import { shortJson } from '../../../../lambdas/agent-tests/model/short-json.ts';
import type { PlayedTurn } from '../../../../lambdas/agent-tests/model/turns/played-turn.ts';
import type { CaseReport, Finding, TestReport } from './report.ts';
import type { Reporter } from './reporter-names.ts';

/** Colors a text if the output is a terminal. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** The reports as text without times and ids, so that equal results give identical bytes. */
export function print(reporter: Reporter, reports: readonly TestReport[], paint: Paint): string {
  switch (reporter) {
    case 'text':
      return textOf(reports, paint);
    case 'junit':
      return junitOf(reports);
    case 'json':
      return `${JSON.stringify(jsonOf(reports), null, 2)}\n`;
    case 'github':
      return textOf(reports, paint) + reports.flatMap(annotationsOf).join('');
  }
}

/** Untrusted text on one line, without control characters and commands for GitHub's runner. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll('##[', '## [');

const WORDS = { passed: 'passed', failed: 'FAILED', error: 'ERROR ' } as const;
const COLOURS = { passed: 'green', failed: 'red', error: 'yellow' } as const;

const countOf = (reports: readonly TestReport[], status: TestReport['status']) =>
  reports.filter((report) => report.status === status).length;

function textOf(reports: readonly TestReport[], paint: Paint): string {
  const lines = reports.flatMap((report) => [
    `${paint(COLOURS[report.status], WORDS[report.status])} ${plain(report.path)}: ${headOf(report)}`,
    ...detailsOf(report).map((line) => `  ${line.isBad ? paint(COLOURS.failed, line.text) : line.text}`),
  ]);
  const [passed, failed, error] = (['passed', 'failed', 'error'] as const).map((one) =>
    countOf(reports, one),
  );
  const unchecked = uncheckedOf(uncheckedIn(reports));
  const note = unchecked.length > 0 ? ` ${unchecked.join(', ')}.` : '';
  return [...lines, `${passed} passed, ${failed} failed, ${error} could not be run.${note}`, ''].join('\n');
}

type Unchecked = Pick<TestReport, 'not_checked' | 'skipped'>;

const uncheckedOf = ({ not_checked, skipped }: Unchecked) => [
  ...(not_checked > 0 ? [`${not_checked} not checked`] : []),
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
];

/** The number of expectations in all tests that were unchecked or skipped. */
const uncheckedIn = (reports: readonly TestReport[]): Unchecked => ({
  not_checked: reports.reduce((sum, report) => sum + report.not_checked, 0),
  skipped: reports.reduce((sum, report) => sum + report.skipped, 0),
});

/** The name, with notes on runs and on unchecked expectations. */
function headOf({ name, cases, repeated, not_checked, skipped }: TestReport): string {
  const notes = [...(cases.length > 1 ? runsOf(repeated) : []), ...uncheckedOf({ not_checked, skipped })];
  return plain(name) + (notes.length > 0 ? ` (${notes.join(', ')})` : '');
}

/** How many runs passed, the probability that the next k runs all pass (pass^k), and that two runs differ. */
function runsOf(repeated: TestReport['repeated']): string[] {
  const k = Math.min(MAX_K, repeated.passed + repeated.failed);
  const passedAllOf = passedAll(repeated, k);
  return [
    `${repeated.passed} of ${repeated.of} runs passed`,
    ...(passedAllOf === undefined || k < 2 ? [] : [`pass^${k} ${percent(passedAllOf)}`]),
    `flake rate ${percent(flakeRate(repeated))}`,
  ];
}

/** The largest displayed k of pass^k. */
const MAX_K = 3;

const percent = (share: number) => `${Math.round(share * 100)} %`;

interface Detail {
  readonly text: string;
  readonly isBad?: boolean;
}

/** A failed case as a conversation, with verdicts beside its turns. If the test passed, its unchecked expectations. */
function detailsOf({ broken, findings, issues }: TestReport): Detail[] {
  const turns = broken?.result?.turns.filter(({ unplayed }) => !unplayed) ?? [];
  const isBeside = ({ turn }: Finding) => turn !== undefined && turns.some((played) => played.turn === turn);
  return [
    ...turns.flatMap((turn) => [
      ...turnLines(turn),
      ...findings
        .filter((finding) => finding.turn === turn.turn)
        .map((finding) => verdictLine(finding, BESIDE)),
    ]),
    ...findings.filter((finding) => !isBeside(finding)).map((finding) => verdictLine(finding)),
    ...issues.map(({ at, text }) => ({ text: `✗ ${plain(`${text} (${at})`)}`, isBad: true })),
  ];
}

function turnLines({ turn, contact, says, heard, tools }: PlayedTurn): Detail[] {
  return [
    ...(turn === 0 ? [] : [`Contact  ${plain(contact)}`]),
    ...tools.map(({ name, args, output }) =>
      plain(`Tool     ${name} ${shortJson(args)}: ${shortJson(output)}`),
    ),
    ...(says === '' ? [] : [`Agent    ${plain(says)}`]),
    ...(heard === undefined ? [] : [`${BESIDE}(heard: ${plain(heard)})`]),
  ].map((text) => ({ text }));
}

/** Below the words of a turn. */
const BESIDE = ' '.repeat(9);

const MARKS = { passed: '✓', failed: '✗', invalid: '✗', not_checked: '–', skipped: '–' } as const;

const isBad = ({ verdict }: Finding) => verdict === 'failed' || verdict === 'invalid';

function verdictLine(finding: Finding, indent = ''): Detail {
  const { verdict, expects, reason, place } = finding;
  const kind = verdict === 'failed' ? '' : `${verdict.replace('_', ' ')}: `;
  return {
    text: `${indent}${MARKS[verdict]} ${kind}${plain(`${expects}: ${reason} (${place})`)}`,
    isBad: isBad(finding),
  };
}

/** A sentence for each problem, with its place. */
const faultsOf = ({ findings, issues }: TestReport) => [
  ...findings.filter(isBad).map(({ turn, expects, reason, place: at }) => ({
    at,
    text: plain(`${turn === undefined ? '' : `turn ${turn}: `}${expects}: ${reason}`),
  })),
  ...issues.map(({ at, text }) => ({ at, text: plain(text) })),
];

function junitOf(reports: readonly TestReport[]): string {
  const files = Map.groupBy(reports, ({ path }) => path);
  const suites = [...files].map(([path, tests]) =>
    [`  <testsuite name="${xml(path)}" ${countsOf(tests)}>`, ...tests.map(testCaseOf), '  </testsuite>'].join(
      '\n',
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(reports)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

const countsOf = (reports: readonly TestReport[]) =>
  `tests="${reports.length}" failures="${countOf(reports, 'failed')}" errors="${countOf(reports, 'error')}"`;

function testCaseOf(report: TestReport): string {
  const { path, status } = report;
  const head = `    <testcase classname="${xml(path)}" name="${xml(headOf(report))}"`;
  if (status === 'passed') return `${head}/>`;
  const element = status === 'failed' ? 'failure' : 'error';
  const lines = detailsOf(report).map(({ text }) => xml(text));
  return [
    `${head}>`,
    `      <${element} message="${xml(faultsOf(report)[0]?.text ?? status)}">${lines.join('\n')}</${element}>`,
    '    </testcase>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string) => plain(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const jsonOf = (reports: readonly TestReport[]) => ({
  passed: countOf(reports, 'passed'),
  failed: countOf(reports, 'failed'),
  errors: countOf(reports, 'error'),
  ...uncheckedIn(reports),
  tests: reports.map(({ path, place, name, status, cases, repeated, issues, not_checked, skipped }) => ({
    path,
    line: lineOf(place),
    name,
    status,
    issues: issues.map(({ at, text }) => ({ line: lineOf(at), text })),
    not_checked,
    skipped,
    passed_runs: repeated.passed,
    /** pass^1, pass^2 and so on; null with too few runs. */
    pass_k: Array.from({ length: MAX_K }, (_, index) => passedAll(repeated, index + 1) ?? null),
    flake_rate: flakeRate(repeated),
    runs: cases.map(caseJson),
  })),
});

/** A case without what differs between runs, such as action ids in the transcript; the turns have its words. */
function caseJson({ result, ...one }: CaseReport) {
  const { agent_name, agent_version, run, status, error, not_checked, skipped, figures } = one;
  const { turns, always, finally: atEnd, outcome } = result ?? {};
  const row = { agent_name, agent_version, run, status, error, not_checked, skipped, figures };
  return { ...row, turns, always, finally: atEnd, outcome };
}

/** A place's line; null for a program, whose lines are unknown. */
const lineOf = (place: string) => Number(/:(\d+)$/.exec(place)?.[1] ?? 0) || null;

/** GitHub annotations at the expectations' lines. */
function annotationsOf(report: TestReport): string[] {
  if (report.status === 'passed') return [];
  return faultsOf(report).map(({ at, text }) => {
    const line = lineOf(at);
    const properties = [
      `file=${property(relative(process.cwd(), at.replace(/:\d+$/, '')))}`,
      ...(line === null ? [] : [`line=${line}`]),
      `title=${property(plain(report.name))}`,
    ];
    return `::error ${properties.join(',')}::${escaped(text)}\n`;
  });
}

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
