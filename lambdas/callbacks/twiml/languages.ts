import type { Language } from '../../domain/records/agent.ts';

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
