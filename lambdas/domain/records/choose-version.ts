import { createHmac } from 'node:crypto';
import type { VersionSplit } from './version-split.ts';

/** The caller or callee for whom a version is chosen. */
export interface PartyOfAgent {
  /** The key of the hash. Callers do not know it, so nobody can compute which number gets which version. */
  readonly agentId: string;
  /** The number of the caller or callee, or another value that distinguishes callers. */
  readonly party: string;
}

/** Bytes of a hash that become a fraction. */
const HASH_BYTES = 6;

/**
 * The version of a split that a party gets, the same for each call. Weighted rendezvous hashing: each version draws a
 * score for the party, and the highest score wins. A change of one weight moves parties from or to that version only,
 * and no more than the shares require: https://www.ietf.org/archive/id/draft-ietf-bess-weighted-hrw-00.html (section
 * 3).
 */
export function chooseVersion(split: VersionSplit, party: PartyOfAgent): number | undefined {
  let best: { readonly version: number; readonly score: number } | undefined;
  for (const { version, weight } of split) {
    const score = -weight / Math.log(drawOf(version, party));
    if (!best || score > best.score) best = { version, score };
  }
  return best?.version;
}

/** A number between 0 and 1, exclusive, that looks random. */
function drawOf(version: number, { agentId, party }: PartyOfAgent): number {
  const hash = createHmac('sha256', agentId).update(`${version} ${party}`).digest();
  return (hash.readUIntBE(0, HASH_BYTES) + 0.5) / 2 ** (8 * HASH_BYTES);
}
