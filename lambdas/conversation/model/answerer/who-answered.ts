import * as z from 'zod/mini';
import { type AnsweredBy, answeredBy } from '../../../vendors/model/answered-by.ts';
import type { Answerer } from '../../../vendors/model/call-status.ts';
import type { Language } from '../../../vendors/model/languages.ts';
import { normalizedWords } from '../words/normalized-phrase.ts';
import phrases from './answerer-phrases.json' with { type: 'json' };

export const answeredByStep = z.lazy(() =>
  z.object({
    answered_by: answeredBy,
    /** ISO 8601, UTC. */
    at: z.string(),
    /** What showed it. */
    from: z.enum(['words', 'detection', 'keys', 'beep']),
  }),
);
export type AnsweredByStep = z.infer<typeof answeredByStep>;

/** The state of the machine, which a session stores. */
export const answererState = z.lazy(() =>
  z.looseObject({
    /** Each change of mind, in order. */
    steps: z.array(answeredByStep),
    detected: z.optional(z.enum(['human', 'machine'])),
    /** A short reply, an answer to the agent, or keys: what detection says later changes nothing. */
    is_certain: z.optional(z.boolean()),
    /** How often a screener was told who is calling. */
    introductions: z.optional(z.number()),
  }),
);
export type AnswererState = z.infer<typeof answererState>;

/** What the agent does: `answer` is the model's turn, `wait` is silence until somebody speaks. */
export type AnswererStep = 'answer' | 'introduce' | 'wait' | 'await_beep' | 'hang_up';

export interface HeardWords {
  readonly text: string;
  /** All that was said since the agent last spoke, this text included: greetings have pauses. */
  readonly sinceAgent: string;
  readonly language: Language;
  readonly utterances: number;
  /** Whether the agent spoke between this utterance and one before. */
  readonly isReply: boolean;
}

/** What the call and its agent want of machines. */
export interface AnswererPolicy {
  readonly leavesMessage: boolean;
  readonly hangsUp: boolean;
  /** Whether the agent has words for a screener. */
  readonly introduces: boolean;
}

/** Utterances of a contact that may turn out to be a machine's. A person may speak of messages later. */
const MAX_UTTERANCES = 4;

/** Introductions for one call; a screener that asks again hears silence, and the silence timeout ends the call. */
const MAX_INTRODUCTIONS = 2;

/** Words of a person who picks up: machines say more. */
const SHORT = 3;

/** Words in a row that no person says who picks up. */
const MONOLOGUE = 30;

export const whoAnswered = ({ steps }: AnswererState): AnsweredBy => steps.at(-1)?.answered_by ?? 'unknown';

/** Whether the agent waits for a person to come to the phone. */
export const awaitsPerson = (by: AnsweredBy | undefined): by is 'screener' | 'hold' =>
  by === 'screener' || by === 'hold';

/** The state after words of the contact, and what the agent does. */
export function wordsHeard(
  state: AnswererState,
  words: HeardWords,
  { policy, at }: { readonly policy: AnswererPolicy; readonly at: Date },
): { readonly state: AnswererState; readonly step: AnswererStep } {
  const before = whoAnswered(state);
  const isKnown = before !== 'human' && before !== 'unknown';
  if (!isKnown && words.utterances >= MAX_UTTERANCES) return { state, step: 'answer' };
  const by = judged(state, words);
  // A greeting may begin with a short sentence, too.
  const isShort = wordCount(words.sinceAgent, words.language) <= SHORT;
  const next: AnswererState = {
    ...changedTo(state, { answered_by: by, at: at.toISOString(), from: 'words' }),
    is_certain: by === 'human' && (words.isReply || isShort),
  };
  const step = stepFor(next, policy);
  const introduced = by === 'screener' && step !== 'wait';
  return {
    state: introduced ? { ...next, introductions: (state.introductions ?? 0) + 1 } : next,
    step,
  };
}

/** The state after the vendor's detection. Words prevail, and so does what it said first. */
export function answererDetected(state: AnswererState, answerer: Answerer, at: Date): AnswererState {
  const detected = answerer === 'human' ? 'human' : 'machine';
  const next = { ...state, detected: state.detected ?? detected } as const;
  const before = whoAnswered(state);
  const mayChange =
    before === 'unknown' || (before === 'human' && detected === 'machine' && !state.is_certain);
  if (!mayChange || next.detected !== detected) return next;
  const answered_by = answerer === 'human' ? 'human' : answerer === 'fax' ? 'unavailable' : 'voicemail';
  return changedTo(next, { answered_by, at: at.toISOString(), from: 'detection' });
}

/** The state after the contact pressed keys: machines press none. */
export const keysPressed = (state: AnswererState, at: Date): AnswererState => ({
  ...changedTo(state, { answered_by: 'human', at: at.toISOString(), from: 'keys' }),
  is_certain: true,
});

/** The state once a machine records; undefined if a person may listen, who must not hear a message. */
export function beepHeard(state: AnswererState, at: Date): AnswererState | undefined {
  const before = whoAnswered(state);
  if (awaitsPerson(before) || before === 'menu' || (before === 'human' && state.is_certain)) return undefined;
  return changedTo(state, { answered_by: 'voicemail', at: at.toISOString(), from: 'beep' });
}

/** Whether nobody listens, and nobody comes to the phone. */
export const isMachine = (state: AnswererState): boolean =>
  whoAnswered(state) === 'voicemail' || whoAnswered(state) === 'unavailable';

const changedTo = (state: AnswererState, step: AnsweredByStep): AnswererState =>
  whoAnswered(state) === step.answered_by || step.answered_by === 'unknown'
    ? state
    : { ...state, steps: [...state.steps, step] };

function judged(state: AnswererState, words: HeardWords): AnsweredBy {
  const { text, sinceAgent, language, isReply } = words;
  const before = whoAnswered(state);
  const own = cueOf(text, language);
  // A mailbox may go on with its options.
  if (before === 'voicemail' && own === 'menu' && !isReply) return before;
  const inTalk = isReply && (before === 'human' || before === 'unknown');
  if (own && !(inTalk && (own === 'hold' || own === 'menu' || own === 'unavailable'))) return own;
  // It goes on before it was answered.
  if (before === 'screener' && !isReply && state.introductions === 1) return before;
  if (isReply || isQuestion(text) || wordCount(text, language) <= SHORT) return 'human';
  const isGreeting = before === 'unknown' || before === 'human' || before === 'voicemail';
  const joined = isGreeting && sinceAgent !== text ? cueOf(sinceAgent, language) : undefined;
  if (joined) return joined;
  if (before === 'voicemail' && state.detected === 'machine') return before;
  return before === 'unknown' && wordCount(text, language) > MONOLOGUE ? 'unknown' : 'human';
}

function stepFor(state: AnswererState, { leavesMessage, hangsUp, introduces }: AnswererPolicy): AnswererStep {
  const endsCall = hangsUp && state.detected !== 'human';
  const { introductions = 0 } = state;
  switch (whoAnswered(state)) {
    case 'screener':
      if (introductions >= MAX_INTRODUCTIONS) return 'wait';
      return introduces ? 'introduce' : 'answer';
    case 'hold':
      return 'wait';
    case 'voicemail':
      return leavesMessage ? 'await_beep' : endsCall ? 'hang_up' : 'answer';
    case 'unavailable':
      if (endsCall) return 'hang_up';
      return leavesMessage || introductions > 0 ? 'wait' : 'answer';
    default:
      return 'answer';
  }
}

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
function cueOf(text: string, language: Language): AnsweredBy | undefined {
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
const isQuestion = (text: string) => /[?？]\s*$|(?:です|ました|ません)か[。\s]*$/.test(text);

/** The number of words; an estimate in a language without spaces. */
const wordCount = (text: string, language: Language) =>
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
