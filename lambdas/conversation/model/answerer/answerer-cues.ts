import type { AnsweredBy } from '../../../vendors/model/answered-by.ts';
import type { Language } from '../../../vendors/model/languages.ts';
import { normalizedWords } from '../words/normalized-phrase.ts';
import phrases from './answerer-phrases.json' with { type: 'json' };

/** What the first words of a call show. `tone` and `moment` are weak: others in the same words prevail. `who` and `why` screen a call only together. A `person` speaks of messages, or listens. */
const CUES = [
  'person',
  'message',
  'screener',
  'tone',
  'who',
  'why',
  'menu',
  'hold',
  'moment',
  'unavailable',
] as const;
type Cue = (typeof CUES)[number];

/** Parts of regular expressions, for words in lower case without punctuation. Machines may speak English anywhere. */
const ANSWERER_PHRASES: Readonly<Record<Language, Readonly<Record<Cue, string>>>> = phrases;

/** Words that may be a mere "one moment, please". */
const BRIEF = 7;

/** Characters that count as a word in a language without spaces. */
const WORD_CHARACTERS = 4;

/** Cues in the order in which they prevail. */
const ORDER: readonly (readonly [readonly Cue[], AnsweredBy])[] = [
  [['message'], 'voicemail'],
  [['screener'], 'screener'],
  [['tone'], 'voicemail'],
  [['who', 'why'], 'screener'],
  [['menu'], 'menu'],
  [['hold'], 'hold'],
  [['unavailable'], 'unavailable'],
  [['moment'], 'hold'],
];

/** Only who screens a call asks: "Did you leave a message?" is a person's question. */
const ASKED: ReadonlySet<Cue> = new Set(['screener', 'who', 'why']);

/** Characters of an utterance that are looked at. */
const MAX_LENGTH = 1_000;

/** What words show by themselves: what a machine, or a person who fetches another, would say. */
export function cueOf(text: string, language: Language): AnsweredBy | undefined {
  const sentences = text
    .slice(0, MAX_LENGTH)
    .split(/(?<=[.!?。！？।])\s*/u)
    .map((sentence) => ({ words: normalizedWords(sentence), asks: isQuestion(sentence) }));
  const shows = (words: string, cue: Cue) =>
    patternOf(cue, language).test(words) || patternOf(cue, 'en').test(words);
  const byMachine = sentences.filter(({ words, asks }) => !asks && !shows(words, 'person'));
  const mayWait =
    wordCount(text, language) <= BRIEF && !isQuestion(text) && byMachine.length === sentences.length;
  const isShown = (cue: Cue) => {
    if (cue === 'moment' && !mayWait) return false;
    return (ASKED.has(cue) ? sentences : byMachine).some(({ words }) => shows(words, cue));
  };
  return ORDER.find(([cues]) => cues.every(isShown))?.[1];
}

/** Whether an utterance or a sentence ends as a question. */
export const isQuestion = (text: string) => /[?？]\s*$|(?:です|ました|ません)か[。\s]*$/.test(text);

/** The number of words; an estimate in a language without spaces. */
export const wordCount = (text: string, language: Language) =>
  language === 'ja'
    ? Math.ceil(normalizedWords(text).length / WORD_CHARACTERS)
    : normalizedWords(text).split(' ').length;

const compiled = new Map<string, RegExp>();

function patternOf(cue: Cue, language: Language): RegExp {
  const key = `${language} ${cue}`;
  const known = compiled.get(key);
  if (known) return known;
  // In Japanese, nothing separates words. Classes of Unicode would triple the time of the first test.
  const start = language === 'ja' ? '' : "(?<![^ '-])";
  const pattern = new RegExp(`${start}(?:${ANSWERER_PHRASES[language][cue].normalize('NFKC')})`);
  compiled.set(key, pattern);
  return pattern;
}

/** Compiles the patterns that every outbound call needs, which the first test of each would do: 5 to 10 ms in all. */
export function compileCues(): void {
  for (const cue of CUES) patternOf(cue, 'en').test('');
}
