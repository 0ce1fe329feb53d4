import { expect, it } from 'vitest';
import { clock } from '../../../../local/call/clock.ts';

it.each([
  [0, '00:00.0'],
  [-5, '00:00.0'],
  [59_999, '00:59.9'],
  [3_600_000, '60:00.0'],
])('%i ms are written %s', (ms, text) => {
  expect(clock(ms)).toBe(text);
});
