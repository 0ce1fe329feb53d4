import { describe, expect, it } from 'vitest';
import { Transcript } from '../../../lambdas/conversation/model/words/find-quotations.ts';
import { rowsOf } from '../../support/rows.ts';

const said = (...texts: readonly string[]) =>
  new Transcript(
    texts.map((text, index) => ({
      sender: index % 2 === 0 ? ('agent' as const) : ('human' as const),
      text,
      timestamp: '2026-01-01T00:00:00.000Z',
    })),
    ['en', 'fr', 'ja'],
  );

describe('a quotation', () => {
  it('is found whatever its case and punctuation, and is shown as the transcript has it', () => {
    const transcript = said('Hello.', 'My name is Anna-Maria O’Neill, and that’s it.');

    expect(transcript.find('“my name is anna maria o neill”')).toEqual({
      message: 2,
      sender: 'human',
      text: 'My name is Anna-Maria O’Neill',
      isProof: true,
    });
  });

  const PROOFS = rowsOf<[string, string, string, boolean]>(import.meta.url, 'corpus/proofs.jsonl');

  it.each(PROOFS)('of %s in %j (%j) can prove something: %s', (_, text, quotation, isProof) => {
    expect(said('', text).find(quotation)).toMatchObject({ isProof });
  });

  it.each([
    ['words that nobody said', 'I want a refund'],
    ['words in another order', 'table a want'],
    ['words of two messages', 'help I want'],
    ['a part of a word', 'tab'],
    ['an omission', 'I want two'],
    ['no words', ' … “” '],
    ['nothing', ''],
    ['more than a quotation', 'I want a table. '.repeat(100)],
  ])('is not found if it has %s', (_, quotation) => {
    expect(said('How can I help', 'I want a table for two.').find(quotation)).toBeUndefined();
  });

  it.each([
    ['予約は火曜日です。', '火曜日'],
    ['मुझे मंगलवार को आना है।', 'मंगलवार को'],
    ['화요일에 갈게요', '화요일에'],
    ['Ich wünsche mir Dienstag.', 'wu\u0308nsche mir'],
  ])('is found in any script: %s', (text, quotation) => {
    expect(said(text).find(quotation)).toMatchObject({ message: 1 });
  });
});
