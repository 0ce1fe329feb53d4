import type { Language } from '../../vendors/model/languages.ts';
import { type AnswererState, type AnswererStep, keysPressed, wordsHeard } from './answerer/who-answered.ts';
import { isBackchannel, isFarewell } from './backchannels.ts';
import {
  addTurns,
  type Change,
  carriedOut,
  type Effect,
  keyedIn,
  nextGeneration,
  notCarriedOut,
  playedAnswer,
  withoutKeys,
} from './change.ts';
import { spokenOver } from './disclosure.ts';
import { entryDueAt, type KeypadEntry, keysInText, pendingEntries, pendingEntry } from './keys/keypad.ts';
import { PHRASES } from './phrases.ts';
import { spokenBy } from './playback.ts';
import {
  type Conversation,
  inLanguage,
  inOrder,
  isLeaving,
  isOfContact,
  isSpoken,
  type Session,
  type Turn,
} from './session.ts';
import { languageChange } from './spoken-language.ts';
import { afterEvent, dueAction } from './steps/session-steps.ts';
import { containsPhrase } from './words/normalized-phrase.ts';
import { asksToStop } from './words/stop-request.ts';
import phrases from './words/words.json' with { type: 'json' };

/** Final words of the contact, or keys. */
export interface UserTurn {
  /** Empty if the contact only pressed keys. */
  readonly text: string;
  /** The language that the vendor detected. */
  readonly lang?: string | undefined;
  /** Whether keys become a turn only if their entry is complete. @default false */
  readonly onlyCompleteKeys?: boolean;
  /** Tokens of dropped answers in this conversation. */
  readonly droppedTokens: number;
}

/** What the agent does next: a model answers, or what stands in place of its answer. */
export type TurnStep =
  | AnswererStep
  | 'speak_of_action'
  | 'leave'
  | 'say_farewell'
  | 'stay_on_hold'
  | 'end_for_tokens'
  /** The contact asks not to be called again. */
  | 'stop_calling';

export interface UserTurnChange extends Change, Conversation {
  readonly nextStep: TurnStep;
  /** Whether a model answers at once. The steps of an agent may say or do something first. */
  readonly asksModel: boolean;
}

interface Limits {
  readonly now: Date;
  readonly maxCallSeconds: number;
}

/** The conversation with a turn of the contact. Returns undefined if it changes nothing: no keys are pending. */
export function afterUserTurn(
  { session: before, turns }: Conversation,
  { text, lang, onlyCompleteKeys, droppedTokens }: UserTurn,
  limits: Limits,
): UserTurnChange | undefined {
  const { now } = limits;
  const change =
    text === ''
      ? contactPressedKeys(before, now, onlyCompleteKeys)
      : heeding(contactSpoke(before, text, now), text);
  if (!change) return undefined;
  const { says = [] } = change;
  const { newTurns } = change;
  const heard = inOrder([...turns, ...newTurns]);
  const { answerer, step } = afterOpening(before, heard, { text, now });
  const { unanswered_generation, ...rest } = inLanguage(change.session, languageChange(before, text, lang));
  const session: Session = {
    ...rest,
    ...(answerer && { answerer }),
    // The agent answers a machine with silence.
    ...((step === 'answer' || step === 'introduce') &&
      unanswered_generation !== undefined && { unanswered_generation }),
    ...(droppedTokens > 0 && { wasted_tokens: droppedTokens }),
  };
  const after = { session, turns: heard, newTurns };
  const usual = nextStepOf(after, limits);
  const mayStop = step === 'answer' && !session.voicemail;
  // Whatever answered, the agent leaves, or says farewell.
  const isUsual = step === 'answer' || usual === 'leave' || usual === 'say_farewell';
  const nextStep = mayStop && isStop(after) ? 'stop_calling' : isUsual ? usual : step;
  return {
    ...after,
    ...(nextStep === 'leave' && carriedOut(after)),
    effects: [...effectsOf(before, session), ...(change.effects ?? [])],
    says,
    nextStep,
    asksModel: nextStep === 'answer' && says.length === 0 && dueAction(session) === undefined,
  };
}

/** Whether the contact has asked, since the agent spoke, not to be called again: in words, or by the agent's key. */
function isStop({ session, turns }: Pick<UserTurnChange, 'session' | 'turns'>): boolean {
  const { settings, is_marketing = false } = session;
  const spoken = turns.filter(isSpoken);
  const answered = spoken.findLastIndex(({ sender }) => sender === 'agent');
  return spoken.slice(answered + 1).some(({ text }) => {
    const keys = keysInText(text);
    if (keys !== undefined) return keys === settings.stop_key;
    return asksToStop(text, settings.language, is_marketing);
  });
}

const INTERRUPTED =
  'The human spoke before it began, so it was not done. Answer them, and decide anew whether to do it.';

/** Words other than a farewell stop an agent that is about to leave by an action, unless keys chose it just now. */
function heeding(change: Change, text: string): Change {
  const { session, newTurns } = change;
  const { language } = session.settings;
  if (!session.intention || obeysKeys(session, newTurns)) return change;
  const goesOn = !isBackchannel(text, language) && !isFarewell(text, language);
  return goesOn ? { ...change, ...notCarriedOut(change, INTERRUPTED) } : change;
}

function effectsOf(before: Session, session: Session): Effect[] {
  const effects: Effect[] = [];
  const due = entryDueAt(session);
  if (due) effects.push({ kind: 'watch_keys', due });
  const { language } = session.settings;
  if (language !== before.settings.language) effects.push({ kind: 'send_language', language });
  // No check was left on hold. One of the time before finds out whether these words got an answer.
  if (before.holding && !session.holding)
    effects.push({ kind: 'watch_silence', session: { ...before, holding: false } });
  return effects;
}

/** What is known of who answered the call after its latest turn. `turns`: with that turn. */
function afterOpening(
  {
    answerer: before,
    settings,
    voicemail,
    holding,
    leaves_message = false,
    hangs_up_on_machines = false,
  }: Session,
  turns: readonly Turn[],
  { text, now: at }: { readonly text: string; readonly now: Date },
): { readonly answerer?: AnswererState; readonly step: AnswererStep } {
  if (!before || voicemail || holding) return { step: 'answer' };
  if (text === '') return { answerer: keysPressed(before, at), step: 'answer' };
  const spoken = turns.filter(isSpoken);
  // Machines speak on over the agent, so what it said until then is no reply of theirs.
  const replied = spoken.findLastIndex(({ sender, figures }) => sender === 'agent' && !figures?.interrupted);
  const utterances = spoken.filter(isOfContact).length - 1;
  const words = {
    text,
    sinceAgent: spoken
      .slice(replied + 1)
      .filter(isOfContact)
      .map((turn) => turn.text)
      .join(' '),
    language: settings.language,
    utterances,
    isReply: spoken.slice(0, Math.max(0, replied)).some(isOfContact),
  };
  const policy = {
    leavesMessage: leaves_message,
    hangsUp: hangs_up_on_machines,
    introduces: Boolean(settings.call_screening),
  };
  const { state: answerer, step } = wordsHeard(before, words, { policy, at });
  return { answerer, step };
}

function nextStepOf(
  { session, turns, newTurns }: Pick<UserTurnChange, 'session' | 'turns' | 'newTurns'>,
  { now, maxCallSeconds }: Limits,
): TurnStep {
  if (obeysKeys(session, newTurns)) return 'speak_of_action';
  if (isLeaving(session)) return 'leave';
  if (isTimeUp(turns, now, maxCallSeconds)) return 'say_farewell';
  if (session.holding) return 'stay_on_hold';
  return isOutOfTokens(session) ? 'end_for_tokens' : 'answer';
}

/** Whether keys triggered an action that the agent takes after its words about it were played. */
function obeysKeys(session: Session, newTurns: readonly Turn[]): boolean {
  if (!isLeaving(session) && !session.holding) return false;
  const turns = inOrder([...newTurns, session.intention ?? []].flat());
  return turns.some((turn, index) => {
    const previous = turns[index - 1];
    return !isSpoken(turn) && previous !== undefined && isOfContact(previous);
  });
}

/** Whether the conversation has no model left: the platform's quota is used up and it has no account of its own. */
export const isOutOfTokens = ({ out_of_tokens, settings }: Session): boolean =>
  out_of_tokens === true && !settings.llm_account_connection;

/** Milliseconds before the time limit at which the agent ends a call. The vendor would cut it off in mid-sentence. */
const LAST_MS = 60_000;

/** Whether the call is in its last minute before the time limit. */
export function isTimeUp([first]: readonly Turn[], now: Date, maxCallSeconds: number): boolean {
  return (
    first !== undefined && now.getTime() >= Date.parse(first.timestamp) + maxCallSeconds * 1000 - LAST_MS
  );
}

/** The contact spoke: the agent's pending answer is stored as played and a new generation begins. */
export function contactSpoke(session: Session, text: string, now: Date): Change {
  const words = { sender: 'human', text, timestamp: now.toISOString() } as const;
  const { answer } = session;
  // Whether a complete answer was played to its end is not known then.
  const end = answer?.complete ? {} : { at: now, interrupted: true };
  const entries = pendingEntries(session);
  const { session: after, newTurns } = addTurns(nextUtterance(withoutKeys(session, entries)), [
    ...playedAnswer(answer, end),
    ...keyedIn(entries, session, now),
    words,
  ]);
  const holding = after.holding && !isBackFromHold(text, session.settings);
  const heard = { ...after, ...spokenOver(session, now), ...(after.holding !== undefined && { holding }) };
  return { newTurns, ...inSteps(heard, entries, now) };
}

/** The steps go on with what the contact said and keyed in. The model's next answer is told why keys gave no value. */
function inSteps({ step_hint: _, ...before }: Session, entries: readonly KeypadEntry[], now: Date) {
  const keys = entries.map(({ digits }) => ({ type: 'keys', digits }) as const);
  let { session, says, effects } = afterEvent(before, { type: 'words' }, now);
  for (const event of keys) {
    const move = afterEvent(session, event, now);
    const hint = move.hints.join(' ');
    session = { ...move.session, ...(hint !== '' && { step_hint: hint }) };
    says = [...says, ...move.says];
    effects = [...effects, ...move.effects];
  }
  return { session, says, effects };
}

/** The words never became final: their turn says so, and the agent asks for them again. */
export function wordsNeverFinal(session: Session, words: string, now: Date): Change {
  const { session: after, newTurns, effects = [] } = contactSpoke(session, words, now);
  const text = PHRASES[session.settings.language].trouble;
  const answer = { text, complete: true, timestamp: now.toISOString() };
  return {
    session: { ...after, answer },
    newTurns: newTurns.map((turn, index) =>
      index === newTurns.length - 1 ? { ...turn, never_final: true } : turn,
    ),
    // No other check watches a whole answer, whether it was sent or not.
    effects: [...effects, { kind: 'watch_silence', since: spokenBy(text, now) }, { kind: 'say', text }],
  };
}

/** The first entry of keys becomes a turn and ends a hold. Returns undefined if none is pending or the agent leaves. */
export function contactPressedKeys(session: Session, now: Date, onlyComplete = false): Change | undefined {
  const entry = pendingEntry(session);
  if (!entry || isLeaving(session) || (onlyComplete && !entry.isComplete)) return undefined;
  const { holding: _, ...listening } = nextUtterance(withoutKeys(session, [entry]));
  const messages = [...playedAnswer(session.answer), ...keyedIn([entry], session, now)];
  const { session: after, newTurns } = addTurns(listening, messages);
  return { newTurns, ...inSteps({ ...after, ...spokenOver(session, now) }, [entry], now) };
}

/** Requests of external actions that the session keeps when the contact goes on. */
const KEPT_REQUESTS = 16;

function nextUtterance(session: Session): Session {
  const next = nextGeneration(session);
  const requests = (next.requests?.length ?? 0) > KEPT_REQUESTS && next.requests?.slice(-KEPT_REQUESTS);
  return { ...next, unanswered_generation: next.generation, ...(requests && { requests }) };
}

const WORDS_OF_RETURN: Readonly<Record<Language, readonly string[]>> = phrases.words_of_return;

/** Whether words end a hold: a greeting, thanks for waiting, or the agent's name. */
function isBackFromHold(text: string, { language, name }: Session['settings']): boolean {
  const phrases = [...WORDS_OF_RETURN[language], ...(name ? [name] : [])];
  return phrases.some((phrase) => containsPhrase(text, phrase));
}
