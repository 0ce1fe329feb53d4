import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpokenWords, spokenWords } from '../../../../lambdas/conversation/model/words/spoken-words.ts';
import { language } from '../../../../lambdas/vendors/model/languages.ts';

/** What a model writes, what is spoken of it, and what was removed. ⏎ is the end of a line. */
const WRITTEN = readFileSync(new URL('../corpus/spoken-words.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('⏎', '\n').split(' ⇒ '))
  .map(
    ([written = '', spoken = written, removed = '0']) =>
      [written, spoken, JSON.parse(removed) || undefined] as const,
  );

/** What is spoken of an answer that arrives in chunks. */
function chunked(text: string, ends: readonly number[]) {
  const words = new SpokenWords('en');
  const cuts = [...ends.map((end) => end % (text.length + 1)).sort((one, other) => one - other), text.length];
  const spoken = cuts.map((cut, index) => words.push(text.slice(cuts[index - 1] ?? 0, cut)));
  return { spoken: spoken.join('') + words.flush(), ...words.figures };
}

describe('the words that are spoken', () => {
  it.each(WRITTEN)('of %j are %j', (written, spoken, removed) => {
    expect(chunked(written, [])).toEqual({ spoken, removed });
  });

  it('are the same however a model cuts its answer, and never make up a tag', () => {
    const signs = fc.stringMatching(/^[<>[\](){}*_`~|#&;:"\\/@. a-c\n-]{0,12}$/);
    const piece = fc.oneof(fc.constantFrom(...WRITTEN.map(([written]) => written)), signs);
    const texts = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' '));

    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 60 }), (text, ends) => {
        const whole = chunked(text, []);

        expect(chunked(text, ends)).toEqual(whole);
        expect(chunked(text, [...Array(text.length).keys()])).toEqual(whole);
        expect(whole.spoken).not.toMatch(/<[a-z/!?|]/i);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'Well, of course you can. ',
    'もちろん、できます。',
    'ज़रूर, आप आइए। ',
    '네, 물론이죠. ',
  ])('are spoken at once: %s', (text) => {
    const words = new SpokenWords('en');

    expect([...text].map((character) => words.push(character)).join('')).toBe(text);
  });

  it.each(['[open', '<a b', '{"', '![', 'a/'])('are not held back for long after %s', (start) => {
    expect(new SpokenWords('en').push(start + ' word'.repeat(100))).toContain(' word word');
  });

  it.each(language.options)('name the signs of an address in %s', (code) => {
    expect(spokenWords('a.b@c-d.com', code)).toMatch(/^a \S+ b \S+ c \S+ d \S+ com$/u);
  });

  it.each([
    ...[
      '[',
      '<',
      '*',
      '`',
      '<a ',
      '[a](',
      '{"name":',
      'a_b(',
      '&amp;',
      'a@',
      'a.',
      '| ',
      '<think>',
      '"',
      '😀',
    ],
  ])('are found in linear time in 100 KB of %j', (text) => {
    const start = performance.now();

    spokenWords(text.repeat(100_000 / text.length), 'en');

    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
