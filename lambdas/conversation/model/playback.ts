import type { PendingAnswer, Session } from './session.ts';

// What the contact has heard of an answer, by the vendor's reports and by the time.

type Playback = Pick<Session, 'answer' | 'reports_playback' | 'played_characters'>;

/** Whether no report of played words is missing. */
export const wasPlayed = ({ answer, reports_playback, played_characters = 0 }: Playback) =>
  !(answer && reports_playback) || played_characters >= answer.text.length;

/** Whether more than half of the answer was played: the vendor may count its words differently. */
export const wasMostlyPlayed = ({ answer, reports_playback, played_characters = 0 }: Playback) =>
  !(answer && reports_playback) || 2 * played_characters > answer.text.length;

/** Milliseconds a character of a slow voice; usual ones take about 65. Estimates must not end too early. */
const SLOW_CHARACTER_MS = 100;

/** When words that were sent have certainly been spoken, whether the vendor reports it or not. */
export function spokenBy(words: string, sent: Date): Date {
  return new Date(sent.getTime() + words.length * SLOW_CHARACTER_MS);
}

/** Milliseconds a character of a usual voice, and until its first: estimates must not claim what nobody heard. */
const VOICE = { characterMs: 70, startMs: 1_000 };

/** Characters of an answer that were probably spoken by then; 0 if all were, which the vendor would have reported. */
export function charactersUntil(at: Date, { text, timestamp }: PendingAnswer): number {
  const ms = at.getTime() - Date.parse(timestamp) - VOICE.startMs;
  const characters = Math.floor(ms / VOICE.characterMs);
  return characters < text.length ? Math.max(0, characters) : 0;
}

/** The first characters of a text, to the end of a word: the vendor reports whole texts. */
export const untilWordEnd = (text: string, characters: number) =>
  characters === 0 ? '' : text.slice(0, characters) + (/^\S*/.exec(text.slice(characters))?.[0] ?? '');

/** The part of an answer that the contact heard, from the vendor's report of the last words it spoke. */
export function playedPart(sent: string, utterance: string): string {
  const spoken = utterance.trim();
  if (spoken === '') return '';
  const start = sent.lastIndexOf(spoken);
  return start < 0 ? spoken : sent.slice(0, start + spoken.length).trim();
}

/** Whether an utterance, in the vendor's spelling, may be part of this text: they share most words. */
export function isPartOf(utterance: string, text: string): boolean {
  if (text.includes(utterance.trim())) return true;
  const words = wordsOf(utterance);
  const textWords = new Set(wordsOf(text));
  return words.filter((word) => textWords.has(word)).length * 2 >= words.length;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
