import { createHash } from 'node:crypto';

/** An id from an alphabet, deterministic by its seed; at most 32 characters long. */
export function stableId(seed: string, length: number, alphabet: string): string {
  const digest = createHash('sha256').update(seed).digest();
  return [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
