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
