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

/** CI does all runs; elsewhere, where a person waits for the result, a tenth finds most faults. */
const IS_CI = process.env.CI === 'true';

/** The number of runs of a random test: all with `CI=true`, otherwise a tenth. Prints the number. */
export function randomRuns(all: number, what: string): number {
  if (IS_CI) return all;
  const runs = Math.ceil(all / 10);
  console.log(`${runs} of ${all} ${what}: set CI=true for all.`);
  return runs;
}
