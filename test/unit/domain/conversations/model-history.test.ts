import { describe, expect, it } from 'vitest';
import { latestMessages } from '../../../../lambdas/domain/conversations/model-history.ts';
import type { ModelMessage } from '../../../../lambdas/domain/conversations/model-message.ts';

const turn = (size: number): ModelMessage[] => [{ role: 'user', content: 'x'.repeat(size) }];

describe('latestMessages', () => {
  it('keeps a whole short conversation', () => {
    expect(latestMessages([turn(1), turn(2), turn(3)])).toHaveLength(3);
    expect(latestMessages([])).toEqual([]);
  });

  it('drops the oldest turns of a long one, each as a whole', () => {
    const pair: ModelMessage[] = [
      { role: 'assistant', content: null, toolCalls: [] },
      { role: 'tool', toolCallId: '1', content: 'x'.repeat(120_000) },
    ];

    const kept = latestMessages([turn(50), pair, turn(100_000), turn(50_000), turn(10)]);

    expect(kept.map(({ content }) => content?.length)).toEqual([100_000, 50_000, 10]);
  });

  it('keeps the last words, whatever their length', () => {
    expect(latestMessages([turn(10), turn(300_000)])).toHaveLength(1);
  });
});
