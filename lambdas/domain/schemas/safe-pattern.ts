import { haveInCommon } from './character-set.ts';
import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import { type PatternNode, PatternRefused, parsePattern } from './pattern-syntax.ts';

/** Longest regular expression, in characters. */
const MAX_LENGTH = 500;
/** Most ways to match a text that no repetition causes. */
const MAX_WAYS = 64;

/**
 * Why a regular expression is refused, to follow "The pattern is not accepted: "; undefined if it is accepted. A
 * backtracking engine (such as JavaScript's) matches an accepted pattern in at most a quadratic number of steps. The
 * rules: no backreference, no lookaround, no repetition of something that can match the empty text. Within a
 * repetition, the next character determines its place; at one place it may also belong to what follows the repetition.
 * A pattern without a leading ^ has that place at its start.
 */
export function faultOfPattern(pattern: string): string | undefined {
  const judged = judgePattern(pattern);
  return typeof judged === 'string' ? judged : undefined;
}

/** Bounds the steps of a match: `steps(length)` is the maximum for a text of that length. */
export interface PatternCost {
  readonly steps: (length: number) => number;
}

/** The maximum cost of a match with a regular expression, or the reason why the expression is refused. */
export function judgePattern(pattern: string): PatternCost | string {
  if (pattern.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'it is not a valid regular expression (ECMAScript, flag u)';
  }
  try {
    const root = parsePattern(pattern);
    return judgeAutomaton(automatonOf(root), beginsAtStart(root));
  } catch (error) {
    if (error instanceof PatternRefused) return error.message;
    throw error;
  }
}

const AMBIGUOUS =
  'matching may take too long, since the next character does not decide which part repeats; let the parts begin differently';

function judgeAutomaton(automaton: PatternAutomaton, isAnchored: boolean): PatternCost | string {
  const { sets, follow } = automaton;
  const reached = follow.map((_, place) => reachableFrom(place, follow));
  const returns = (from: number, to: number) => reached[from]?.has(to) === true;
  /** Repetitions that can end with a character with which they can also continue, each by its first place. */
  const loose = new Set<number>(isAnchored ? [] : [-1]);
  let ways = automaton.emptyWays;
  const meet = (one: number, others: readonly number[]) =>
    others.filter((other) => haveInCommon(sets[one] ?? [], sets[other] ?? [])).length;
  for (const [place, next] of follow.entries()) {
    const staying = next.filter((other) => returns(other, place));
    const leaving = next.filter((other) => !returns(other, place));
    if (staying.some((one) => meet(one, staying) > 1)) return AMBIGUOUS;
    if (staying.some((one) => meet(one, leaving) > 0))
      loose.add(follow.findIndex((_, other) => returns(other, place) && returns(place, other)));
    ways *= Math.max(1, ...leaving.map((one) => meet(one, leaving)));
  }
  if (ways > MAX_WAYS) return AMBIGUOUS;
  if (loose.size > 1) return `${AMBIGUOUS}${isAnchored ? '' : ', or let it begin with ^'}`;
  return { steps: (length) => ways * length ** (1 + loose.size) };
}

/** The places that are reachable from a place; the place itself only through a cycle. */
function reachableFrom(place: number, follow: PatternAutomaton['follow']): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [...(follow[place] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(follow[next] ?? []));
  }
  return reached;
}

/** Whether it can match only at the start of a text. */
function beginsAtStart(node: PatternNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'choice') return node.parts.every(beginsAtStart);
  if (node.kind === 'sequence') return node.parts[0] !== undefined && beginsAtStart(node.parts[0]);
  return node.kind === 'repeat' && node.min > 0 && beginsAtStart(node.body);
}
