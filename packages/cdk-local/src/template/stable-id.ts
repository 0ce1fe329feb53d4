import { createHash } from 'node:crypto';

/** An id made of the alphabet's characters that is always the same for the same seed; at most 32 characters long. */
export function stableId(seed: string, length: number, alphabet: string): string {
  const digest = createHash('sha256').update(seed).digest();
  return [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
