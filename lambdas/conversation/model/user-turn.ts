import { isVoicemailGreeting } from './answering-machines.ts';
import { isBackchannel } from './backchannels.ts';
import { isFarewell } from './farewells.ts';
import { entryDueAt } from './keys/keypad.ts';
import { carriedOut, type NewTurns, notCarriedOut } from './new-turns.ts';
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
import { type Change, contactPressedKeys, contactSpoke, type Effect } from './session-events.ts';
import { languageChange } from './spoken-language.ts';

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
  | 'answer'
  | 'await_beep'
  | 'speak_of_action'
  | 'leave'
  | 'say_farewell'
  | 'stay_on_hold'
  | 'end_for_tokens';

export interface UserTurnChange extends Change, Conversation {
  readonly nextStep: TurnStep;
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
  const { newTurns } = change;
  const isGreeting = greetsForContact(before, turns, text);
  const { unanswered_generation, ...rest } = inLanguage(change.session, languageChange(before, text, lang));
  const session: Session = {
    ...rest,
    // A machine's greeting gets its message after the beep.
    ...(!isGreeting && unanswered_generation !== undefined && { unanswered_generation }),
    ...(droppedTokens > 0 && { wasted_tokens: droppedTokens }),
  };
  const after = { session, turns: inOrder([...turns, ...newTurns]), newTurns };
  const nextStep = isGreeting ? 'await_beep' : nextStepOf(after, limits);
  return {
    ...after,
    ...(nextStep === 'leave' && carriedOut(after)),
    effects: effectsOf(before, session),
    nextStep,
  };
}

const INTERRUPTED =
  'The human spoke before it began, so it was not done. Answer them, and decide anew whether to do it.';

/** Words other than a farewell stop an agent that is about to leave by an action, unless keys chose it just now. */
function heeding(change: NewTurns, text: string): NewTurns {
  const { session, newTurns } = change;
  const { language } = session.settings;
  if (!session.intention || obeysKeys(session, newTurns)) return change;
  const goesOn = !isBackchannel(text, language) && !isFarewell(text, language);
  return goesOn ? notCarriedOut(change, INTERRUPTED) : change;
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

/** Most utterances of a contact that are checked for a greeting. A person may speak of messages later. */
const MAX_GREETINGS = 4;

/** Whether these words are a machine's greeting, and the agent is to leave a message: it then waits for the beep. */
function greetsForContact(session: Session, turns: readonly Turn[], text: string): boolean {
  if (!session.leaves_message || session.voicemail) return false;
  const before = turns.filter(isOfContact).length;
  return before < MAX_GREETINGS && isVoicemailGreeting(text, session.settings.language);
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
