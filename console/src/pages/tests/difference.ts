import type { CaseResult, PlayedTurn } from './test-api.ts';

/** The turns of two cases of one test beside each other, as far as each was played. */
export function pairsOf(before: Pick<CaseResult, 'turns'>, after: Pick<CaseResult, 'turns'>) {
  const [left, right] = [byNumber(before), byNumber(after)];
  const numbers = [...new Set([...left.keys(), ...right.keys()])].sort((a, b) => a - b);
  return numbers.map((turn) => {
    const pair = { before: left.get(turn), after: right.get(turn) };
    return { turn, ...pair, differs: decisionOf(pair.before) !== decisionOf(pair.after) };
  });
}

const byNumber = ({ turns }: Pick<CaseResult, 'turns'>) => new Map(turns.map((one) => [one.turn, one]));

/** What the agent said and did, and what that came to; not what services answered, or how long it took. */
function decisionOf(turn: PlayedTurn | undefined): string {
  if (!turn) return '';
  const { says, tools, verdicts, unplayed } = turn;
  return JSON.stringify([
    says,
    tools.map(({ name, args, failed }) => [name, args, failed]),
    verdicts.map(({ expects, verdict }) => [expects, verdict]),
    unplayed,
  ]);
}
