import { patient, speechHints } from '../../agents/model/end-of-turn.ts';
import type { CollectedValue, ValueType } from '../../agents/model/steps.ts';
import type { Language } from '../../vendors/model/languages.ts';
import { RELAYS, type RelayCapabilities } from '../../vendors/model/relay-capabilities.ts';
import type { Change } from './change.ts';
import type { ListeningOverride, Session } from './session.ts';
import { listeningIn } from './spoken-language.ts';
import { wantedValues } from './steps/session-steps.ts';
import DICTATION_WORDS from './words/dictation-words.json' with { type: 'json' };
import { containsPhrase } from './words/normalized-phrase.ts';

/** Listens as `override` says from now on; without one, as the settings say. Undefined if nothing changes. */
export function listen(session: Session, override?: ListeningOverride): Change | undefined {
  if (!isChange(session, override)) return undefined;
  const { listening_override: _, ...own } = session;
  const next = { ...own, ...(override && { listening_override: override }), version: session.version + 1 };
  return { session: next, newTurns: [], effects: [{ kind: 'listen', override }] };
}

const isChange = ({ listening_override }: Session, override: ListeningOverride | undefined): boolean =>
  JSON.stringify(listening_override) !== JSON.stringify(override);

/** Whether the agent's words may change how it listens. Keys may have been asked for since the session was read. */
export const mayListenOtherwise = (session: Session, words: string): boolean =>
  Boolean(session.settings.dtmf_input) ||
  // The answer may have left its step.
  session.steps !== undefined ||
  isChange(session, overrideAfter(session, words));

/** How the agent listens after its words: patiently while keys, a number or a spelling are expected. */
export function overrideAfter(session: Session, words: string): ListeningOverride | undefined {
  const { settings, expected_keys } = session;
  if (settings.ivr_navigation_mode === 'default') return undefined;
  const wanted = listeningFor(wantedValues(session), settings.language);
  if (wanted) return wanted;
  const dictated = expected_keys === undefined ? dictatedAfter(words, settings.language) : 'number';
  if (!dictated) return undefined;
  return { patient: true, hints: hintsFor(dictated, settings.language) };
}

/** What a contact is asked to dictate. */
type Dictated = 'number' | 'spelling';

/** The words of a dictation, for speech recognition. */
function hintsFor(dictated: Dictated, language: Language): string[] {
  const { digits, signs } = DICTATION_WORDS[language];
  return (dictated === 'number' ? digits : `${digits}|${signs}`).split('|');
}

/** How values are dictated. Others are said at once. */
const DICTATED: Readonly<Partial<Record<ValueType, Dictated>>> = {
  ...{ phone_number: 'number', date: 'number', number: 'number', amount: 'number', digits: 'number' },
  ...{ card: 'number', email: 'spelling', name: 'spelling', address: 'spelling' },
};

/** Most choices that speech recognition gets as hints. */
const MAX_CHOICES = 20;

/** How the agent listens for values that its step collects. Undefined if there are none. */
function listeningFor(wanted: readonly CollectedValue[], language: Language): ListeningOverride | undefined {
  if (wanted.length === 0) return undefined;
  const dictated = wanted.flatMap(({ type }) => DICTATED[type] ?? []);
  const kind = dictated.includes('spelling') ? 'spelling' : dictated[0];
  const choices = wanted.flatMap(({ choices: each = [] }) => each).slice(0, MAX_CHOICES);
  return {
    patient: dictated.length > 0 || wanted.some(({ type }) => type === 'text'),
    hints: [...(kind ? hintsFor(kind, language) : []), ...choices],
  };
}

const SENTENCE = /[^.!?。！？।]+[.!?。！？।]*/gu;
const QUESTION = /[?？]/;
/** Sentences at the end of the agent's words that are searched for a request. */
const LAST_SENTENCES = 3;

/** The words have phrases with bars between them. `please` makes a sentence a request, besides a question mark. */
function dictatedAfter(words: string, language: Language): Dictated | undefined {
  const { please, number, spelling } = DICTATION_WORDS[language];
  const has = (text: string, phrases: string) =>
    phrases.split('|').some((phrase) => containsPhrase(text, phrase));
  const last = (words.match(SENTENCE) ?? []).slice(-LAST_SENTENCES);
  const request = last.findLast((sentence) => QUESTION.test(sentence) || has(sentence, please));
  if (request === undefined) return undefined;
  // "Spell your order number": letters may be among the digits.
  if (has(request, spelling)) return 'spelling';
  return has(request, number) ? 'number' : undefined;
}

/** The frames for it: https://www.twilio.com/docs/voice/conversationrelay/dynamic-configuration */
export function listeningFrames(
  session: Session,
  override: ListeningOverride | undefined,
  relay: Pick<RelayCapabilities, 'config' | 'hints'> = RELAYS.telephony_vendor_a,
) {
  const own = listeningIn(session);
  const { silenceMs, confidence } = override?.patient ? patient(own) : own;
  const eot = confidence !== undefined && { eotThreshold: confidence };
  const hints = [...speechHints(session.settings), ...(override?.hints ?? [])].join(',');
  return [
    ...(relay.config ? [{ type: 'config' as const, speechTimeout: silenceMs, ...eot }] : []),
    ...(relay.hints ? [{ type: 'hints' as const, hints }] : []),
  ];
}
