import { expect, it } from 'vitest';
import { AUDITED_PREFIXES } from '../../lambdas/audit/record-changes.ts';
import * as keys from '../../lambdas/platform/table/keys.ts';

/** A key of each kind whose partition is not a user's, whatever its function takes. */
const OTHERS = Object.entries(keys)
  .filter(([name]) => name.endsWith('Key'))
  .map(([name, made]: [string, unknown]): [string, Partial<keys.Key>] => [
    name,
    typeof made === 'function' ? made(...['a', 'b', 'c', 'd']) : made,
  ])
  .filter(([, made]) => typeof made === 'object' && made !== null)
  .filter(([, { pk }]) => pk !== undefined && !pk.startsWith('USER#'));

it.each(
  OTHERS,
)('a key outside the partitions of users does not look like an audited record to the filter of the stream: %s', (_, {
  sk,
}) => {
  expect(AUDITED_PREFIXES.filter((prefix) => sk?.startsWith(prefix))).toEqual([]);
});
