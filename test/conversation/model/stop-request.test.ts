import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asksToStop } from '../../../lambdas/conversation/model/words/stop-request.ts';
import { type Language, language } from '../../../lambdas/vendors/model/languages.ts';
import corpus from './stop-corpus.json' with { type: 'json' };

const found = (texts: readonly string[], code: Language) =>
  texts.filter((text) => asksToStop(text, code, false));

describe('requests to stop calling', () => {
  it.each(language.options)('are recognized in %s, and no other sentence is taken for one', (code) => {
    const { stop, other } = corpus[code];

    expect(found(stop, code)).toEqual(stop);
    expect(found(other, code)).toEqual([]);
  });

  it('have their recall and false alarms in the document, with sentences that the list was not made for', () => {
    const rows = language.options.map((code) => {
      const { stop, other, unseen_stop, unseen_other } = corpus[code];
      const shares = [stop, other, unseen_stop, unseen_other].map(
        (texts) => `${found(texts, code).length} of ${texts.length}`,
      );
      return `| ${[code, ...shares].join(' | ')} |`;
    });

    expect(readFileSync('docs/law.md', 'utf8')).toContain(rows.join('\n'));
  });

  it('are a single word only in a call that advertises', () => {
    expect([asksToStop('Stop!', 'en', true), asksToStop('Stop!', 'en', false)]).toEqual([true, false]);
    expect(asksToStop('Stop at the corner.', 'en', true)).toBe(false);
    expect(asksToStop("Don't stop.", 'en', true)).toBe(false);
  });

  it('are looked for in a hostile text without delay', () => {
    const begun = performance.now();
    asksToStop(`${'please no now so and but then '.repeat(500)}stop calling mee`, 'en', true);
    asksToStop('もう二度と今後は'.repeat(2000), 'ja', true);
    asksToStop(`${'please now so then look well '.repeat(5)}x`, 'en', true);
    asksToStop(`${'もう今後もう二度ともう'.repeat(12)}x`, 'ja', true);

    expect(performance.now() - begun).toBeLessThan(200);
  });
});
