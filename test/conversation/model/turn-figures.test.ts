import { describe, expect, it } from 'vitest';
import {
  concluded,
  segmentsBetween,
  segmentsOf,
  silenceOf,
  totalOf,
} from '../../../lambdas/conversation/model/turn-figures.ts';

const FROM = Date.parse('2026-05-04T12:00:00.000Z');
const msLater = (ms: number) => new Date(FROM + ms);

/** Figures of an answer whose moments came these milliseconds after the contact's last word. */
const answered = (moments: Parameters<typeof segmentsBetween>[1]) => ({
  from: FROM,
  ms: segmentsBetween(
    FROM,
    Object.fromEntries(Object.entries(moments).map(([name, ms]) => [name, FROM + Number(ms)])),
  ),
});

describe('the segments of a turn', () => {
  it('follow one another without a gap, to the moment at which the answer was heard', () => {
    const sent = answered({ model_asked: 12, first_token: 500, first_text: 530, last_text: 900 });

    const over = concluded(sent, { at: msLater(3_200) });

    expect(segmentsOf(over)).toEqual([
      { name: 'model_asked', ms: 12 },
      { name: 'first_token', ms: 488 },
      { name: 'first_text', ms: 30 },
      { name: 'last_text', ms: 370 },
      { name: 'answer_over', ms: 2_300 },
    ]);
    expect(totalOf(over)).toBe(3_200);
    expect(silenceOf(over)).toBe(530);
    expect(over).not.toHaveProperty('from');
  });

  it('begin with the contact’s last word if it is known', () => {
    const sent = answered({ turn_over: 300, model_asked: 310, first_text: 800, last_text: 800 });

    expect(segmentsOf(sent)[0]).toEqual({ name: 'turn_over', ms: 300 });
    expect(silenceOf(sent)).toBe(800);
  });

  it('are never negative: a model that was asked ahead took no time', () => {
    const ahead = answered({ model_asked: -400, first_token: -10, first_text: 25, last_text: 40 });

    expect(segmentsOf(ahead).map(({ ms }) => ms)).toEqual([0, 0, 25, 15]);
    expect(totalOf(concluded(ahead, { at: msLater(1_000) }))).toBe(1_000);
  });
});
