import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { integerBetween } from '../../platform/fields.ts';
import { when } from '../../platform/schemas/when.ts';

const MAX_SHARES = 4;

/** The number of a version, counted from 1 for each agent. */
export const versionNumber = integerBetween(1, 1_000_000_000);

const share = () => z.strictObject({ version: versionNumber, weight: integerBetween(1, 1000) });

/** Versions of an agent with their weights. One version with weight 1 gets all calls. */
export const versionSplit = z.lazy(() =>
  z.array(share()).check(
    z.minLength(1),
    z.maxLength(MAX_SHARES),
    z.refine(
      (shares) => new Set(shares.map(({ version }) => version)).size === shares.length,
      'Name each version only once.',
    ),
  ),
);
export type VersionSplit = readonly z.infer<ReturnType<typeof share>>[];

export const versionChoice = z.lazy(() => z.union([versionNumber, when(Array.isArray, versionSplit)]));
export type VersionChoice = number | VersionSplit;

export const splitOf = (choice: VersionChoice): VersionSplit =>
  typeof choice === 'number' ? onlyVersion(choice) : choice;

/** The version that most calls get; undefined if calls get the agent as it is now. */
export const mostCalled = (published: VersionSplit | null | undefined): number | undefined =>
  published?.toSorted((a, b) => b.weight - a.weight)[0]?.version;

export const onlyVersion = (version: number): VersionSplit => [{ version, weight: 1 }];

interface PartyOfAgent {
  /** The key of the hash. It is secret, so callers cannot compute which number gets which version. */
  readonly agentId: string;
  readonly party: string;
}

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

function drawOf(version: number, { agentId, party }: PartyOfAgent): number {
  const hash = createHmac('sha256', agentId).update(`${version} ${party}`).digest();
  return (hash.readUIntBE(0, HASH_BYTES) + 0.5) / 2 ** (8 * HASH_BYTES);
}
