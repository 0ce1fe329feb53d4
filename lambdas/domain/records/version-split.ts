import * as z from 'zod/mini';
import { integerBetween } from '../fields.ts';

/** Most versions among which calls are split. */
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

export const versionChoice = z.lazy(() => {
  const union = z.union([versionNumber, versionSplit]);
  // The value determines the alternative; only the faults of that alternative are reported.
  union._zod.run = (payload, context) =>
    (Array.isArray(payload.value) ? versionSplit : versionNumber)._zod.run(payload, context);
  return union;
});
export type VersionChoice = number | VersionSplit;

export const splitOf = (choice: VersionChoice): VersionSplit =>
  typeof choice === 'number' ? onlyVersion(choice) : choice;

export const onlyVersion = (version: number): VersionSplit => [{ version, weight: 1 }];
