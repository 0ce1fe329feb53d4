import { expect, it } from 'vitest';
import { turnBars } from '../../../local/call/summary.ts';

const answer = (number: number, segments: Readonly<Record<string, number>>, changes: object = {}) => ({
  number,
  type: 'message' as const,
  latency: {
    silence_ms: 500,
    total_ms: Object.values(segments).reduce((sum, ms) => sum + ms, 0),
    segments: Object.entries(segments).map(([name, ms]) => ({ name: name as 'first_token', ms })),
  },
  ...changes,
});

it('the bars of turns show the segments of each answer at one scale, with a legend', () => {
  const bars = turnBars([
    { number: 1, type: 'message' },
    answer(2, { model_asked: 10, first_token: 490, last_text: 500, answer_over: 1000 }),
    answer(4, { model_asked: 0, first_token: 500 }, { interrupted: true }),
  ]);

  expect(bars).toEqual([
    `  2 -${'='.repeat(12)}${'~'.repeat(12)}${'#'.repeat(24)}    silence 0.50 s, all 2.00 s`,
    `  4 ${'='.repeat(12)}${' '.repeat(40)} silence 0.50 s, all 0.50 s, interrupted`,
    '    - model asked  = first token  ~ last words  # spoken',
  ]);
});
