import type { CaseStatus } from './verdict.ts';

/** What the repetitions of one test come to. Those that could not be run count for nothing. */
export interface Repeated {
  readonly passed: number;
  /** Those that passed or failed. */
  readonly of: number;
  /** How many must pass. */
  readonly needed: number;
}

/** `needed`: by default all of them. */
export function repeatedOf(statuses: readonly string[], needed = statuses.length): Repeated {
  const passed = statuses.filter((status) => status === 'passed').length;
  const of = passed + statuses.filter((status) => status === 'failed').length;
  return { passed, of, needed };
}

/** What repetitions that are over come to. Enough that passed are enough, whatever happened to the others. */
export function statusOfRepeated({ passed, of, needed }: Repeated, runs: number): CaseStatus {
  if (passed >= needed) return 'passed';
  // Those that could not be run might have passed.
  return passed + (runs - of) >= needed ? 'error' : 'failed';
}

/**
 * The probability that `k` runs of a test all pass (pass^k), estimated without bias from its repetitions: the share of
 * their subsets of this size that have no failure. Undefined if there are fewer.
 */
export function passedAll({ passed, of }: Pick<Repeated, 'passed' | 'of'>, k: number): number | undefined {
  if (k > of) return undefined;
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}

/** The probability that two runs of a test differ; 0 if all came to the same. */
export function flakeRate({ passed, of }: Pick<Repeated, 'passed' | 'of'>): number {
  return of < 2 ? 0 : (2 * passed * (of - passed)) / (of * (of - 1));
}
