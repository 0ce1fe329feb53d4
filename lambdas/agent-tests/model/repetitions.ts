import type { CaseStatus } from './verdict.ts';

export interface Repetitions {
  readonly passed: number;
  readonly failed: number;
  /** All of them, including those that could not be run or have not finished. */
  readonly of: number;
  /** How many must pass. */
  readonly needed: number;
}

/** `needed`: by default all of them. */
export function repetitionsOf(statuses: readonly string[], needed = statuses.length): Repetitions {
  const count = (one: string) => statuses.filter((status) => status === one).length;
  return { passed: count('passed'), failed: count('failed'), of: statuses.length, needed };
}

/** The status of finished repetitions: enough passes suffice, whatever happened to the others. */
export function statusOfRepetitions({ passed, failed, of, needed }: Repetitions): CaseStatus {
  if (passed >= needed) return 'passed';
  // Those that could not be run might have passed.
  return of - failed >= needed ? 'error' : 'failed';
}

/** Repetitions that could not be run say nothing about the agent. */
type Outcomes = Pick<Repetitions, 'passed' | 'failed'>;

/** The share of the subsets of `k` repetitions without a failure (pass^k). Undefined if there are fewer. */
export function passedAll({ passed, failed }: Outcomes, k: number): number | undefined {
  const of = passed + failed;
  if (k > of) return undefined;
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}

/** The probability that two runs of a test differ; 0 if all had the same outcome. */
export function flakeRate({ passed, failed }: Outcomes): number {
  const of = passed + failed;
  return of < 2 ? 0 : (2 * passed * failed) / (of * (of - 1));
}
