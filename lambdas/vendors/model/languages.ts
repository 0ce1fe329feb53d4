import * as z from 'zod/mini';

/** Languages of agents, as ISO 639-1 codes. */
export const language = z.enum(['en', 'es', 'de', 'hi', 'pt', 'fr', 'nl', 'id', 'it', 'ja', 'ko']);
export type Language = z.infer<typeof language>;

/** The vendor's language tags (BCP 47) for the languages of agents. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  en: 'en-US',
  es: 'es-ES',
  de: 'de-DE',
  hi: 'hi-IN',
  pt: 'pt-BR',
  fr: 'fr-FR',
  nl: 'nl-NL',
  id: 'id-ID',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
};

/** The transcription language that makes the vendor detect the caller's language, in the models that can. */
export const MULTILINGUAL = 'multi';

/** The frame that changes the language of speech and listening. Language detection stays on if it is. */
export const languageFrame = (
  language: Language,
  { isMultilingual }: { readonly isMultilingual: boolean },
) => ({
  type: 'language' as const,
  ttsLanguage: LANGUAGE_TAGS[language],
  ...(!isMultilingual && { transcriptionLanguage: LANGUAGE_TAGS[language] }),
});
