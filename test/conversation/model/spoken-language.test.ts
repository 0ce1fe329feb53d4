import { describe, expect, it } from 'vitest';
import { startOf } from '../../../lambdas/calls/model/opening.ts';
import { modelMessages } from '../../../lambdas/conversation/model/model-input.ts';
import { inLanguage, type Session } from '../../../lambdas/conversation/model/session.ts';
import { languageChange, listeningIn } from '../../../lambdas/conversation/model/spoken-language.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';
import { languageFrame } from '../../../lambdas/vendors/model/languages.ts';
import { knownCall, session } from '../../support/records.ts';
import { rowsOf } from '../../support/rows.ts';

function polyglot(...more: readonly Language[]): Session {
  const begun = session();
  const languages = (['es', 'ja', ...more] as const).map((language) => ({ language }));
  return { ...begun, settings: { ...begun.settings, languages } };
}

describe('the language of a contact', () => {
  const ROWS = rowsOf<[string, string | null, string | null]>(
    import.meta.url,
    'corpus/spoken-languages.jsonl',
  );

  it.each(ROWS)('of “%s”, heard as %s, is changed to %s', (text, lang, expected) => {
    expect(languageChange(polyglot('ko'), text, lang ?? undefined)).toBe(expected ?? undefined);
  });

  it('does not change how the contact is heard, and is the only one heard after the vendor refused the pair', () => {
    const before = polyglot();

    const spanish = inLanguage(before, 'es');

    expect(listeningIn(before)).toMatchObject({ model: 'flux', isMultilingual: true });
    expect(listeningIn(spanish)).toEqual(listeningIn(before));
    expect(languageFrame('es', listeningIn(spanish))).toEqual({ type: 'language', ttsLanguage: 'es-ES' });
    const broken_off = { session_id: 'VX1', count: 1, refused_voice: 'VX1' };
    expect(startOf(knownCall({ broken_off }))).toMatchObject({ voice_refused: true });
    expect(languageFrame('es', listeningIn({ ...spanish, voice_refused: true }))).toEqual({
      type: 'language',
      ttsLanguage: 'es-ES',
      transcriptionLanguage: 'es-ES',
    });
  });

  it('is named in the model’s instructions, except for an agent with one language', () => {
    const system = (asked: Session) =>
      modelMessages(asked, { turns: [], tools: [], passages: [] })[0]?.content;

    expect(system(inLanguage(polyglot(), 'es'))).toContain(
      'You speak English, Spanish, Japanese. Speak Spanish now',
    );
    expect(system(session())).not.toContain('You speak');
  });
});
