import type { AgentTest } from './agent-test.ts';
import type { CaseResult } from './case-result.ts';
import {
  describeExpectation,
  type EvidenceAtEnd,
  verdictAtEnd,
  verdictOn,
  verdictsOnAll,
} from './judge-expectations.ts';
import { Patterns } from './patterns.ts';
import type { PlayedTurn } from './turns/played-turn.ts';
import { failed, skipped, statusOf, type Verdict } from './verdict.ts';

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
  const verdictsOn = (turn: PlayedTurn, index: number): Verdict[] =>
    (test.turns?.[turn.turn - 1]?.expect ?? []).map((expectation) =>
      turn.unplayed
        ? { expects: describeExpectation(expectation), ...skipped('The turn was not played.') }
        : verdictOn(expectation, { turns: [turn], before: all.slice(0, index + 1), ...evidence }),
    );
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
