import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClauseSplitter } from '../../../lambdas/conversation/model/clauses.ts';

/** Text as models stream it: a word at a time, with its punctuation and a space. */
const words = fc.array(fc.stringMatching(/^[a-z]{1,11}[.!?,;:…]?["')\]]? $/), { maxLength: 120 });

function split(texts: readonly string[]): string[] {
  const splitter = new ClauseSplitter();
  return [...texts.flatMap((text) => splitter.push(text)), splitter.flush()];
}

describe('ClauseSplitter', () => {
  it('loses and adds nothing, however the text is split', () => {
    const spaced = fc.array(fc.stringMatching(/^[a-z .!?\n]{0,60}$/), { maxLength: 20 });
    const anyText = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }));

    fc.assert(
      fc.property(fc.oneof(words, spaced, anyText), (texts) => {
        expect(split(texts).join('')).toBe(texts.join(''));
      }),
    );
  });

  it('returns the same clauses for a text at once and letter by letter, if it ends in a clause', () => {
    const text = 'Hello, this is Ada. How can I help you today? Take your time; I am listening. ';

    const whole = split([text]);

    expect(split([...text])).toEqual(whole);
    expect(whole).toEqual([
      'Hello, this is Ada. ',
      'How can I help you today? ',
      'Take your time; ',
      'I am listening. ',
      '',
    ]);
  });

  it('returns no clause that is too short for a request, or long enough to keep the contact waiting', () => {
    fc.assert(
      fc.property(words, (texts) => {
        const clauses = split(texts).slice(0, -1);

        for (const { length } of clauses) {
          expect(length).toBeGreaterThanOrEqual(12);
          expect(length).toBeLessThanOrEqual(161);
        }
      }),
    );
  });

  it('waits for the space after a full stop, which may belong to a number', () => {
    const splitter = new ClauseSplitter();

    const before = splitter.push('That makes about 3.');
    const after = splitter.push('50 in all. ');

    expect(before).toEqual([]);
    expect(after).toEqual(['That makes about 3.50 in all. ']);
  });

  it.each([
    ['Your table is fr', 'Your table is ', 'fr'],
    ['Tuesday', '', 'Tuesday'],
    ['   ', '', '   '],
    ['', '', ''],
    ['火曜日は', '火曜日は', ''],
  ])('returns complete words before their clause is complete: %j', (text, words, rest) => {
    const splitter = new ClauseSplitter();
    splitter.push(text);

    expect(splitter.flushWords()).toBe(words);
    expect(splitter.pending).toBe(rest);
    expect(splitter.flush()).toBe(rest);
  });
});
