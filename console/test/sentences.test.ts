import { describe, expect, it } from 'vitest';
import { heatOf, sentencesOf } from '../src/pages/review/sentences.ts';

const GREETING = 'AGENT: Good morning. How can I help you?';
const said = (...lines: string[]) => ({ transcript: lines.join('\n') });
const hung = { stage_outcome: 'human_disconnected' as const };

describe('the sentences of an agent', () => {
  const { sentences, unplaced } = sentencesOf([
    { ...said(GREETING, 'HUMAN: Hi.', 'AGENT: We are open from nine.', 'HUMAN: Thanks.'), ...hung },
    {
      ...said('AGENT: Good morning. How can', 'HUMAN: Stop!', 'AGENT: We are open'),
      interrupted_messages: [1, 3],
      ...hung,
    },
    { ...said('AGENT: Good'), interrupted_messages: [1] },
    { ...said('AGENT: Never said'), interrupted_messages: [1] },
    { ...said(GREETING), ...hung },
    { ...said('AGENT: Good morning. How', 'HUMAN: Wait.'), interrupted_messages: [1] },
    {},
  ]);

  it('count how often each was begun, the greeting first', () => {
    expect(sentences.map(({ text, said, isGreeting }) => [text, said, isGreeting])).toEqual([
      ['Good morning.', 5, true],
      ['How can I help you?', 4, true],
      ['We are open from nine.', 2, false],
    ]);
  });

  it('have what was heard of them before contacts began to talk or hung up', () => {
    expect(sentences.map(({ bargeIns, hangUps }) => [bargeIns, hangUps])).toEqual([
      [[4], []],
      [[7, 3], [19]],
      [[], [11]],
    ]);
    expect(unplaced).toBe(1);
    expect(sentences.slice(1, 2).map(heatOf)).toEqual([
      [
        { word: 'How ', count: 1 },
        { word: 'can ', count: 1 },
        { word: 'I ', count: 0 },
        { word: 'help ', count: 0 },
        { word: 'you?', count: 1 },
      ],
    ]);
  });
});
