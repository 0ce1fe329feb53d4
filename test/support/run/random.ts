import { createHash } from 'node:crypto';

/**
 * The seed of all random tests. It stays the same, so that a red run tells of the change it tests and not of chance; a
 * run each night draws another.
 */
export const RANDOM_SEED = Number(process.env.RANDOM_SEED ?? 2);

/** The seed of a test that shares its generators with others: each draws its own. */
export function seedFor(test: string): number {
  return createHash('sha256').update(`${RANDOM_SEED} ${test}`).digest().readInt32BE();
}

/** Each night does all runs; where a person waits for the result, a tenth finds most faults. */
const DOES_ALL = process.env.RANDOM_RUNS === 'all';

/** The number of runs of a random test: all with `RANDOM_RUNS=all`, otherwise a tenth. Prints the number. */
export function randomRuns(all: number, what: string): number {
  if (DOES_ALL) return all;
  const runs = Math.ceil(all / 10);
  console.log(`${runs} of ${all} ${what}: set RANDOM_RUNS=all for all.`);
  return runs;
}
