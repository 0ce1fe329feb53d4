import { expect, it } from 'vitest';
import { vendorSeconds } from '../../../lambdas/vendors/model/call-status.ts';

const IMPOSSIBLE = ['NaN', '1e20', '-1', '0x10', '1.5', '', ' 9', '9'.repeat(400), '86401', '{}', '\0'];

it.each<[string, number | undefined]>([
  ['0', 0],
  ['86400', 86_400],
  ...IMPOSSIBLE.map((text): [string, undefined] => [text, undefined]),
])('reads the seconds %j of the vendor, and ignores impossible ones', (text, seconds) => {
  expect(vendorSeconds(text)).toBe(seconds);
});
