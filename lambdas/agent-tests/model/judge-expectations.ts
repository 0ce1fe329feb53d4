import { containsPhrase } from '../../conversation/model/words/normalized-phrase.ts';
import type { AgentTest } from './agent-test.ts';
import type { CaseResult } from './case-result.ts';
import { containsValue } from './contains-value.ts';
import type { Expectation, ExpectationAtEnd, Words } from './expectation-schema.ts';
import { type CallEnd, judgeInvariants } from './invariants.ts';
import { judgeKey } from './model-judge.ts';
import { Patterns } from './patterns.ts';
import { shortJson, shortText } from './short-json.ts';
import type { Outcome, PlayedTurn, ToolUse } from './turns/played-turn.ts';
import {
  failed,
  invalid,
  type Judgement,
  notChecked,
  passed,
  skipped,
  statusOf,
  type Verdict,
} from './verdict.ts';

export interface Evidence {
  /** The turn that is judged, or all of them at the end. */
  readonly turns: readonly PlayedTurn[];
  readonly before: readonly PlayedTurn[];
  readonly isTimed: boolean;
  readonly patterns: Patterns;
}

/** What only the end of a conversation shows. Without a judge or an extraction in the run, its result is absent. */
export interface EvidenceAtEnd extends Evidence {
  readonly outcome: Outcome;
  readonly end?: CallEnd;
  readonly extracted?: Readonly<Record<string, unknown>>;
  /** The turn whose expectation it is. @default it is of the whole conversation */
  readonly turn?: number;
  /** By `judgeKey`. */
  readonly judged?: ReadonlyMap<string, Judgement>;
  /** Uses only cached answers; asks no model. @default false */
  readonly isOffline?: boolean;
}

export function verdictOn(expectation: Expectation, evidence: Evidence): Verdict {
  return { expects: describeExpectation(expectation), ...judge(expectation, evidence) };
}

export function verdictAtEnd(expectation: ExpectationAtEnd, evidence: EvidenceAtEnd): Verdict {
  return { expects: describeExpectation(expectation), ...judgeAtEnd(expectation, evidence) };
}

function judgeAtEnd(expectation: ExpectationAtEnd, evidence: EvidenceAtEnd): Judgement {
  const { outcome, extract, judge: asked, invariants } = expectation;
  if (invariants) return judgeInvariants(evidence.turns, evidence.end);
  if (outcome) return judgeOutcome(outcome, evidence);
  if (extract) return judgeExtract(extract, evidence);
  if (asked)
    return (
      evidence.judged?.get(judgeKey(asked, evidence.turn)) ?? unanswered(evidence, 'This run has no judge.')
    );
  return judge(expectation, evidence);
}

/** The verdict if no model was asked. */
const unanswered = ({ isOffline }: EvidenceAtEnd, reason: string): Judgement =>
  isOffline ? skipped('The run is offline, and no model has answered this before.') : notChecked(reason);

/** The verdicts on what must hold after every turn: for each expectation the first failure, or else the overall verdict. */
export function verdictsOnAll(
  expectations: readonly Expectation[] | undefined,
  { turns, ...evidence }: Omit<Evidence, 'before'>,
): Verdict[] {
  return (expectations ?? []).map((expectation) => {
    let isChecked = false;
    let open = skipped('No turn was played.');
    for (const [index, turn] of turns.entries()) {
      const before = turns.slice(0, index + 1);
      const verdict = verdictOn(expectation, { turns: [turn], before, ...evidence });
      if (verdict.verdict === 'failed' || verdict.verdict === 'invalid')
        return { ...verdict, turn: turn.turn };
      if (verdict.verdict === 'passed') isChecked = true;
      else if (open.verdict === 'skipped') open = verdict;
    }
    const { verdict, reason } = isChecked ? passed('It held in every turn.') : open;
    return { expects: describeExpectation(expectation), verdict, reason };
  });
}

export const describeExpectation = (expectation: ExpectationAtEnd): string =>
  Object.entries(expectation)
    .map(([kind, value]) => `${kind} ${typeof value === 'string' ? value : shortJson(value)}`)
    .join(', ');

function judge(expectation: Expectation, evidence: Evidence): Judgement {
  const { turns, before, isTimed } = evidence;
  const { step, value, never_visits } = expectation;
  const { tool, not_tool, says, never_says, within_ms, tool_before, after_failure } = expectation;
  const uses = turns.flatMap(({ tools }) => tools);
  if (tool !== undefined) return judgeTool(typeof tool === 'string' ? { name: tool } : tool, uses);
  if (not_tool !== undefined) {
    const use = uses.find(({ name }) => name === not_tool);
    return use ? failed(`${not_tool} was called with ${shortJson(use.args)}.`) : passed('It was not called.');
  }
  if (says !== undefined) return judgeWords(says, true, evidence);
  if (never_says !== undefined) return judgeWords(never_says, false, evidence);
  if (within_ms !== undefined) return judgeTime(within_ms, turns, isTimed);
  if (step !== undefined) return judgeStep(step, turns);
  if (value) return judgeValues(value, before);
  if (never_visits !== undefined) return judgeVisits(never_visits, turns);
  if (after_failure) return judgeAfterFailure(after_failure, evidence);
  return tool_before ? judgeOrder(tool_before, before) : invalid('It expects nothing.');
}

function judgeTool(
  { name, args }: { readonly name: string; readonly args?: Record<string, unknown> | undefined },
  uses: readonly ToolUse[],
): Judgement {
  const named = uses.filter((use) => use.name === name && !use.refused);
  if (named.some((use) => containsValue(use.args, args ?? {}))) return passed('It was called.');
  const last = named.at(-1);
  if (last) return failed(`${name} was called with ${shortJson(last.args)}.`);
  if (uses.some((use) => use.name === name)) return failed(`Each call of ${name} was refused as invalid.`);
  const others = [...new Set(uses.map((use) => use.name))];
  return failed(
    others.length > 0 ? `${name} was not called, but ${others.join(', ')}.` : 'No tool was called.',
  );
}

function judgeOrder(
  { first, then }: { readonly first: string; readonly then: string },
  turns: readonly PlayedTurn[],
): Judgement {
  const names = turns.flatMap(({ tools }) => tools.map(({ name }) => name));
  const at = names.indexOf(then);
  if (at < 0) return skipped(`${then} was not called.`);
  return names.slice(0, at).includes(first)
    ? passed(`${first} was called before ${then}.`)
    : failed(`${then} was called without ${first} before it.`);
}

function judgeWords(words: Words, isWanted: boolean, { turns, patterns }: Evidence): Judgement {
  for (const { says } of turns) {
    const isFound = finds(words, says, patterns);
    if (isFound === undefined) return invalid('The pattern takes too long; make it simpler.');
    if (isFound) return (isWanted ? passed : failed)(`The agent said "${shortText(says)}"`);
  }
  if (!isWanted) return passed('The agent did not say it.');
  const spoken = turns.flatMap(({ says }) => says || []).join(' ');
  return failed(spoken === '' ? 'The agent said nothing.' : `The agent said "${shortText(spoken)}"`);
}

function finds(words: Words, spoken: string, patterns: Patterns): boolean | undefined {
  const { matches, contains = '' } = typeof words === 'string' ? { contains: words } : words;
  if (matches === undefined) return containsPhrase(spoken, contains);
  return patterns.finds(matches, spoken);
}

function judgeAfterFailure(
  { of, never_says }: NonNullable<Expectation['after_failure']>,
  { turns, before, ...evidence }: Evidence,
): Judgement {
  let judgement = skipped(`${of} did not fail.`);
  for (const turn of turns) {
    const uses = before.slice(0, before.indexOf(turn) + 1).flatMap(({ tools }) => tools);
    const last = uses.findLast(({ name, refused }) => name === of && !refused);
    if (!last?.failed) continue;
    judgement = judgeWords(never_says, false, { turns: [turn], before, ...evidence });
    if (judgement.verdict !== 'passed') return judgement;
  }
  return judgement;
}

function judgeStep(expected: string, turns: readonly PlayedTurn[]): Judgement {
  const step = turns.at(-1)?.step;
  if (step === undefined) return failed('The agent has no steps.');
  return (step === expected ? passed : failed)(`The conversation was in ${step}.`);
}

function judgeVisits(step: string, turns: readonly PlayedTurn[]): Judgement {
  const visit = turns.find(({ entered = [] }) => entered.includes(step));
  return visit ? failed(`It was entered in turn ${visit.turn}.`) : passed('It was not entered.');
}

/** What the conversation knew after the last of these turns. */
function judgeValues(
  { confirmed, ...expected }: NonNullable<Expectation['value']>,
  turns: readonly PlayedTurn[],
): Judgement {
  const known = turns.findLast(({ values }) => values)?.values ?? {};
  const actual = Object.keys(expected).map((name) => {
    const { value = null, confirmed_at } = (Object.hasOwn(known, name) && known[name]) || {};
    return [name, value, confirmed_at !== undefined] as const;
  });
  const isMet = actual.every(
    ([name, value, isConfirmed]) =>
      containsValue(value, expected[name]) && (confirmed ?? isConfirmed) === isConfirmed,
  );
  const texts = actual.map(
    ([name, value, isConfirmed]) => `${name} was ${shortJson(value)}${isConfirmed ? ', confirmed' : ''}`,
  );
  return (isMet ? passed : failed)(`${texts.join('; ')}.`);
}

function judgeTime(limit: number, turns: readonly PlayedTurn[], isTimed: boolean): Judgement {
  const answered = turns.flatMap(({ answered_ms }) => answered_ms ?? []);
  const longest = Math.max(...answered);
  if (answered.length === 0) return notChecked('The agent did not answer.');
  if (longest > limit) return failed(`The agent answered after ${longest} ms.`);
  if (!isTimed) return notChecked(`The model is not timed; without it, the agent took ${longest} ms.`);
  return passed(`The agent answered within ${limit} ms.`);
}

function judgeOutcome(expected: object, { outcome }: EvidenceAtEnd): Judgement {
  const reason = `It was ${shortJson(outcome)}.`;
  return containsValue(outcome, expected) ? passed(reason) : failed(reason);
}

function judgeExtract(expected: Record<string, unknown>, evidence: EvidenceAtEnd): Judgement {
  const { extracted } = evidence;
  if (!extracted) return unanswered(evidence, 'This run extracts no fields.');
  if (containsValue(extracted, expected)) return passed('The fields have these values.');
  const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, extracted[name] ?? null]));
  return failed(`The fields are ${shortJson(actual)}.`);
}

/** What a test expects in a turn; turn 0 is the greeting. */
export const expectedIn = (
  { greeting = [], turns = [] }: Pick<AgentTest, 'greeting' | 'turns'>,
  turn: number,
) => (turn === 0 ? greeting : (turns[turn - 1]?.expect ?? []));

interface PlayedCase extends Omit<EvidenceAtEnd, 'before' | 'patterns'> {
  readonly test: AgentTest;
  readonly unusedMocks: readonly string[];
}

/** The verdicts of a case that was played, and its status. */
export function judgeCase({
  test,
  turns: all,
  unusedMocks,
  ...shown
}: PlayedCase): Pick<CaseResult, 'status' | 'error' | 'turns' | 'always' | 'finally'> {
  const evidence = { ...shown, patterns: new Patterns() };
  const played = all.filter(({ unplayed }) => !unplayed);
  const verdictsOn = (turn: PlayedTurn, index: number): Verdict[] => {
    const shown = { ...evidence, turn: turn.turn, turns: [turn], before: all.slice(0, index + 1) };
    return expectedIn(test, turn.turn).map((expectation) =>
      turn.unplayed
        ? { expects: describeExpectation(expectation), ...skipped('The turn was not played.') }
        : verdictAtEnd(expectation, shown),
    );
  };
  const turns = all.map((turn, index) => ({
    ...turn,
    verdicts: [...turn.verdicts, ...verdictsOn(turn, index)],
  }));
  const always = verdictsOnAll(test.always, { turns: played, ...evidence });
  const atEnd = [
    ...(test.finally ?? []).map((one) => verdictAtEnd(one, { turns: played, before: played, ...evidence })),
    ...unusedMocks.map((mock) => ({ expects: 'each mock is used', ...failed(`Nothing used ${mock}.`) })),
  ];
  const verdicts = [...turns.flatMap((turn) => turn.verdicts), ...always, ...atEnd];
  return { ...statusOf(verdicts), turns, always, finally: atEnd };
}
