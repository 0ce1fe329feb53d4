import { describe, expect, it } from 'vitest';
import { Transcript } from '../../../lambdas/conversation/model/words/find-quotations.ts';

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

  it.each([
    ['one word of several', 'Hello to you.', 'hello'],
    ['three words of four', 'I do not know.', 'I do not'],
    ['words before a negation', 'Well I do agree to that but not today.', 'I do agree to that'],
    ['words after a negation', 'I don’t want to be recorded.', 'want to be recorded'],
    ['the half of a negation', 'As you know I don’t.', 'as you know I don'],
    ['words before a French negation', 'Je suis venu ici mais je n’accepte rien.', 'je suis venu ici'],
    ['words before a Japanese negation', '録音に同意しません。', '録音に同意'],
  ])('proves nothing: %s', (_, text, quotation) => {
    expect(said('', text).find(quotation)).toMatchObject({ isProof: false });
  });

  it.each([
    ['a whole message', 'I do.', 'I do'],
    ['a message in other characters', 'क्\u200dषमा करें, Straße', 'क्षमा करें strasse'],
    ['four words of one', 'I want a table for two.', 'a table for two'],
    ['a negation with the words', 'I do not agree to that.', 'I do not agree to that'],
    ['words beside a negation in another sentence', 'No. I want it at 1.5 dollars.', 'I want it at 1.5'],
  ])('can prove something: %s', (_, text, quotation) => {
    expect(said('', text).find(quotation)).toMatchObject({ isProof: true });
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
