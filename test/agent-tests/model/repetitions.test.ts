import { expect, it } from 'vitest';
import {
  flakeRate,
  passedAll,
  repetitionsOf,
  statusOfRepetitions,
} from '../../../lambdas/agent-tests/model/repetitions.ts';

const RUNS = { p: 'passed', f: 'failed', e: 'error' } as const;
type Run = keyof typeof RUNS;

it.each([
  ['ppp', undefined, { passed: 3, failed: 0, of: 3, needed: 3 }, 'passed'],
  ['ppf', undefined, { passed: 2, failed: 1, of: 3, needed: 3 }, 'failed'],
  ['ppfff', 3, { passed: 2, failed: 3, of: 5, needed: 3 }, 'failed'],
  ['pppfe', 3, { passed: 3, failed: 1, of: 5, needed: 3 }, 'passed'],
  ['ppffe', 3, { passed: 2, failed: 2, of: 5, needed: 3 }, 'error'],
  ['pfffe', 3, { passed: 1, failed: 3, of: 5, needed: 3 }, 'failed'],
] as const)('the runs %s, of which %s must pass, are %j: %s', (runs, needed, repeated, status) => {
  const statuses = [...runs].map((run) => RUNS[run as Run]);

  expect(repetitionsOf(statuses, needed)).toEqual(repeated);
  expect(statusOfRepetitions(repetitionsOf(statuses, needed))).toBe(status);
});

it.each([
  [{ passed: 5, failed: 0 }, [1, 1, 1], 0],
  [{ passed: 4, failed: 1 }, [0.8, 0.6, 0], 0.4],
  [{ passed: 1, failed: 1 }, [0.5, 0, undefined], 1],
  [{ passed: 0, failed: 5 }, [0, 0, 0], 0],
  [{ passed: 1, failed: 0 }, [1, undefined, undefined], 0],
])('of %j, pass^k for 1, 2 and 5 is %j, and the flake rate is %d', (runs, expected, flakes) => {
  const rates = [1, 2, 5].map((k) => passedAll(runs, k));

  expect(rates.map((rate) => rate && Math.round(rate * 1e9) / 1e9)).toEqual(expected);
  expect(flakeRate(runs)).toBeCloseTo(flakes);
});
