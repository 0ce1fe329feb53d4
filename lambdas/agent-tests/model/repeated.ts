import type { CaseStatus } from './verdict.ts';

/** What the repetitions of one test come to. */
export interface Repeated {
  readonly passed: number;
  readonly failed: number;
  /** All of them, also those that could not be run or are not over. */
  readonly of: number;
  /** How many must pass. */
  readonly needed: number;
}

/** `needed`: by default all of them. */
export function repeatedOf(statuses: readonly string[], needed = statuses.length): Repeated {
  const count = (one: string) => statuses.filter((status) => status === one).length;
  return { passed: count('passed'), failed: count('failed'), of: statuses.length, needed };
}

/** What repetitions that are over come to. Enough that passed are enough, whatever happened to the others. */
export function statusOfRepeated({ passed, failed, of, needed }: Repeated): CaseStatus {
  if (passed >= needed) return 'passed';
  // Those that could not be run might have passed.
  return of - failed >= needed ? 'error' : 'failed';
}

/** Those that could not be run tell nothing of the agent. */
type Outcomes = Pick<Repeated, 'passed' | 'failed'>;

/**
 * The probability that `k` runs of a test all pass (pass^k), estimated without bias from its repetitions: the share of
 * their subsets of this size that have no failure. Undefined if there are fewer.
 */
export function passedAll({ passed, failed }: Outcomes, k: number): number | undefined {
  const of = passed + failed;
  if (k > of) return undefined;
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}

/** The probability that two runs of a test differ; 0 if all came to the same. */
export function flakeRate({ passed, failed }: Outcomes): number {
  const of = passed + failed;
  return of < 2 ? 0 : (2 * passed * failed) / (of * (of - 1));
}
