import type { Language } from '../../vendors/model/languages.ts';
import phrases from './phrases.json' with { type: 'json' };

/**
 * The service's own words. `whisper_introduction` describes a call of which nothing else is known; the key in
 * `whisper_question` is that of calls/callbacks/transfer-key.ts.
 */
export const PHRASES = phrases satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
