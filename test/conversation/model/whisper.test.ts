import { describe, expect, it } from 'vitest';
import { readWhisper, whisperMessages } from '../../../lambdas/calls/callbacks/transfer/write-whisper.ts';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import type { Turn } from '../../../lambdas/conversation/model/session.ts';

const said = (text: string, number: number): Turn => ({
  call_id: 'a',
  user_id: 'b',
  webhook_id: null,
  number,
  timestamp: '2026-01-01T12:00:00.000Z',
  sender: number % 2 ? 'human' : 'agent',
  text,
});

describe('a whisper that a model writes', () => {
  it.each([
    ['en', 'Ada asks about order seven.', 'Ada asks about order seven.'],
    ['en', '  **Ada** asks\nabout <b>order</b> seven. ', 'Ada asks about order seven.'],
    [
      'en',
      '<think>Who?</think>Ada asks about [order](https://a.test) seven 🙂.',
      'Ada asks about order seven .',
    ],
    ['ja', 'お客様は注文7について尋ねています。', 'お客様は注文7について尋ねています。'],
    ['de', 'Sie\u0000 fragt\u202e nach dem Preis.', 'Sie fragt nach dem Preis.'],
  ] as const)('is spoken without markup in %s: %j', (language, answer, words) => {
    expect(readWhisper(answer, language)).toBe(words);
  });

  it.each([
    ['en', 'お客様は注文7について尋ねています。'],
    ['ja', 'Ada asks about order seven.'],
    ['en', 'Die Kundin fragt nach dem Preis, und das ist nicht eilig.'],
  ] as const)('is not used if it is not in %s: %j', (language, answer) => {
    expect(readWhisper(answer, language)).toBeUndefined();
  });

  it('is cut to whole sentences, or to whole words', () => {
    const sentences = readWhisper('Ada asks about an order. '.repeat(40_000), 'en') ?? '';
    const words = readWhisper('order and '.repeat(100_000), 'en') ?? '';

    expect(sentences).toMatch(/^(Ada asks about an order\. ?)+$/);
    expect(sentences.length).toBeLessThanOrEqual(300);
    expect(words).toMatch(/^(order|and)( order| and)*\.$/);
    expect(words.length).toBeLessThanOrEqual(301);
  });

  it('is requested with the quoted end of a long conversation', () => {
    const turns = Array.from({ length: 500 }, (_, index) => said(`"${'x'.repeat(100)} ${index}`, index));

    const [system, user] = whisperMessages(turns, 'de');
    const quoted: { speaker: string; text: string }[] = JSON.parse(String(user?.content));

    expect(String(system?.content)).toContain('in German');
    expect(quoted.at(-1)).toEqual({ speaker: 'human', text: turns.at(-1) && `"${'x'.repeat(100)} 499` });
    expect(String(user?.content).length).toBeLessThan(20_000);
  });
});

it('the service can speak to a person in every language of agents', () => {
  for (const { whisper_introduction, whisper_question } of Object.values(PHRASES)) {
    expect(whisper_introduction).toMatch(/\p{L}/u);
    expect(whisper_question).toContain('1');
  }
});
