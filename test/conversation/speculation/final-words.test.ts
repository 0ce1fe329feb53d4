import { expect, it } from 'vitest';
import { longestWaitMs } from '../../../lambdas/conversation/speculation/final-words.ts';

it.each([
  [600, 1_100],
  [2_250, 2_750],
  [2_501, 2_751],
  ['auto', 5_250],
] as const)('waits for final words after the vendor’s longest silence of %s for %i ms', (silenceMs, ms) => {
  expect(longestWaitMs({ silenceMs })).toBe(ms);
});
