import type { Language } from '../../vendors/model/languages.ts';
import phrases from './phrases.json' with { type: 'json' };

/** `whisper_introduction` is for calls of which nothing else is known. The key in `whisper_question` is ACCEPT_KEY. */
export const PHRASES = phrases satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
