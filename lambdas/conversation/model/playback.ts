import { ClauseSplitter } from './clauses.ts';
import type { PendingAnswer, Session } from './session.ts';
import { wordsIn } from './words/normalized-phrase.ts';

// What the contact has heard of an answer, by the vendor's reports and by the time.

type Playback = Pick<Session, 'answer' | 'reports_playback' | 'played_characters' | 'last_played'>;

/** Characters of the answer that were played. The report of its later words implies earlier ones, whose report may be lost. */
export function playedCharacters({
  answer,
  played_characters: counted = 0,
  last_played = '',
}: Playback): number {
  const words = last_played.slice(last_played.indexOf(' ') + 1);
  const start = counted > 0 ? (answer?.text.indexOf(words, counted - words.length) ?? -1) : -1;
  return start < 0 ? counted : start + words.length;
}

/** The session with only the part of its answer that was certainly heard. */
export const withHeardPart = ({ answer, ...session }: Session): Session => {
  const played = Math.max(0, playedCharacters({ answer, ...session }));
  return { ...session, ...(answer && { answer: { ...answer, text: answer.text.slice(0, played) } }) };
};

/** Whether no report of played words is missing. */
export const wasPlayed = (session: Playback) =>
  !(session.answer && session.reports_playback) || playedCharacters(session) >= session.answer.text.length;

/** Whether more than half of the answer was played: the vendor may count its words differently. */
export const wasMostlyPlayed = (session: Playback) =>
  !(session.answer && session.reports_playback) || 2 * playedCharacters(session) > session.answer.text.length;

/** Milliseconds a character of a slow voice; usual ones take about 65. Estimates must not end too early. */
const SLOW_CHARACTER_MS = 100;

/** When words that were sent have certainly been spoken, whether the vendor reports it or not. */
export function spokenBy(words: string, sent: Date): Date {
  return new Date(sent.getTime() + words.length * SLOW_CHARACTER_MS);
}

/** Whether a whole answer was played to its end: no interruption of it can follow. */
export function wasSpoken(session: Playback, now: Date): boolean {
  const { answer, reports_playback } = session;
  if (!answer?.complete) return false;
  const { text, timestamp } = answer;
  if (reports_playback) return playedCharacters(session) >= text.trimEnd().length;
  return now >= spokenBy(text, new Date(timestamp));
}

/** Milliseconds until the report of words that were played. */
const REPORT_MS = 1_500;

/** When more of an answer must have been reported since a time, if the vendor has it: clauses are reported as a whole. */
export function reportedBy(session: Session, since: Date, unsent = 0): Date {
  const { answer, generation, rest_sent_to } = session;
  const { text = '' } = answer ?? {};
  const rest = text.slice(Math.max(0, playedCharacters(session)), text.length - unsent);
  if (rest.trim() === '') return since;
  // Only what a model says is sent in clauses, and the rest of it is not.
  const isSplit = answer?.figures !== undefined && !rest_sent_to?.endsWith(` ${generation}`);
  const [next = rest] = isSplit ? new ClauseSplitter().push(rest) : [];
  return spokenBy(next, new Date(since.getTime() + REPORT_MS));
}

/** Milliseconds a character of a usual voice, and until its first: estimates must not claim what nobody heard. */
const VOICE = { characterMs: 70, startMs: 1_000 };

/** Characters of an answer that were probably spoken by then. */
export function charactersUntil(at: Date, { text, timestamp }: PendingAnswer): number {
  const ms = at.getTime() - Date.parse(timestamp) - VOICE.startMs;
  return Math.min(text.length, Math.max(0, Math.floor(ms / VOICE.characterMs)));
}

/** The first characters of a text, to the end of a word: the vendor reports whole texts. */
export const untilWordEnd = (text: string, characters: number) => {
  const part = text.slice(0, characters);
  return /(^|\s)$/.test(part) ? part : part + (/^\S*/.exec(text.slice(characters))?.[0] ?? '');
};

/** The part of an answer that the contact heard: after `played`, to the first place with the reported words. */
export function playedPart(sent: string, utterance: string, played = 0): string {
  const spoken = utterance.trim();
  if (spoken === '') return '';
  const next = sent.indexOf(spoken, played - spoken.length);
  const start = next < 0 ? sent.lastIndexOf(spoken) : next;
  return start < 0 ? spoken : sent.slice(0, start + spoken.length).trim();
}

/** Whether an utterance, in the vendor's spelling, may be part of this text: they share most words. */
export function isPartOf(utterance: string, text: string): boolean {
  if (text.includes(utterance.trim())) return true;
  const words = wordsIn(utterance);
  const textWords = new Set(wordsIn(text));
  return words.filter((word) => textWords.has(word)).length * 2 >= words.length;
}
