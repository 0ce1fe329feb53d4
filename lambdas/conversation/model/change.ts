import type { ActionRun, CallAction } from '../../actions/model/action.ts';
import type { Language } from '../../vendors/model/languages.ts';
import { hiddenKeys, type KeypadEntry, maskKeys, textOfKeys } from './keys/keypad.ts';
import { charactersUntil, playedCharacters, untilWordEnd } from './playback.ts';
import {
  type ActionTurn,
  inOrder,
  isLeaving,
  type ListeningOverride,
  type PendingAnswer,
  type Session,
  type SpokenTurn,
  type Turn,
} from './session.ts';
import { isSecretAnswer, isSecure, SECURE, type StepsEffect, withoutSecrets } from './steps/session-steps.ts';
import type { Message } from './transcript-message.ts';
import { concluded } from './turn-figures.ts';
import { containsPhrase } from './words/normalized-phrase.ts';

/** What follows a change once it is stored. */
export type Effect =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'send_language'; readonly language: Language }
  /** Without `override`, as the agent's settings say. */
  | { readonly kind: 'listen'; readonly override: ListeningOverride | undefined }
  | { readonly kind: 'watch_keys'; readonly due: Date }
  /** `since`: @default now. `session`: the one whose generation is watched, @default the new one. */
  | { readonly kind: 'watch_silence'; readonly since?: Date | undefined; readonly session?: Session }
  /** The call goes on without the agent, or ends. */
  | { readonly kind: 'leave' }
  | StepsEffect;

export interface Change {
  readonly session: Session;
  readonly newTurns: readonly Turn[];
  /** @default none */
  readonly effects?: readonly Effect[];
  /** What the steps of the agent say now, word for word. @default nothing */
  readonly says?: readonly string[];
}

type ActionFacts = Pick<
  ActionTurn,
  'number' | 'timestamp' | 'action' | 'took_ms' | 'failed' | 'figures' | 'request'
>;

export const toActionTurn = ({ left_step: _, ...session }: Session, facts: ActionFacts): ActionTurn => ({
  ...ownerOf(session),
  ...facts,
});

export type NewMessage = Message & Pick<SpokenTurn, 'figures'> & { readonly digits?: string };

/** The answer as a message that was played. `end`: how it ended. */
export function playedAnswer(
  answer?: PendingAnswer,
  end: Parameters<typeof concluded>[1] = {},
): NewMessage[] {
  const text = answer?.text.trim();
  if (!answer || !text) return [];
  // A greeting has no other figures.
  const { timestamp, figures = end.interrupted ? { ms: [] } : undefined } = answer;
  return [{ sender: 'agent', text, timestamp, ...(figures && { figures: concluded(figures, end) }) }];
}

/** The part of a pending answer that was played before it was cut off at a time. */
export function cutOffTurn(session: Session, at?: Date): NewMessage[] {
  const { answer, turns, reports_playback } = session;
  const played = playedCharacters(session);
  if (!answer) return [];
  const { length } = answer.text;
  const byTime = at ? charactersUntil(at, answer) : length;
  // Of its first words, it is unknown whether the vendor will report them.
  let characters = turns === 0 ? byTime : length;
  // The vendor would have reported all of them.
  if (reports_playback || played > 0)
    characters = Math.max(played, byTime < length && played >= 0 ? byTime : 0);
  const part = { ...answer, text: untilWordEnd(answer.text, characters) };
  const interrupted = part.text.trim() !== answer.text.trim() || !answer.complete;
  return playedAnswer(part, { interrupted });
}

export const keyedIn = (entries: readonly KeypadEntry[], { settings }: Session, now: Date): NewMessage[] =>
  entries.map(({ digits, isCorrection }) => ({
    sender: 'human',
    text: textOfKeys(settings.mask_dtmf ? hiddenKeys(digits) : digits, isCorrection),
    timestamp: now.toISOString(),
    digits,
  }));

/** Stores messages, and after messages of the agent and keys the actions that they trigger. */
export function addTurns(
  { answer: _, played_characters: __, last_played: ___, ...session }: Session,
  messages: readonly NewMessage[],
): Change {
  let after = { ...session, version: session.version + 1 };
  const newTurns: Turn[] = [];
  for (const { digits, ...message } of messages) {
    const number = ++after.turns;
    const isSecret = message.sender === 'agent' ? isSecretAnswer(after) : isSecure(after);
    if (digits !== undefined && session.settings.mask_dtmf && !isSecret)
      after = { ...after, secret_keys: { ...after.secret_keys, [number]: digits } };
    if (isSecret && message.sender === 'human' && digits === undefined)
      after = { ...after, secret_words: { ...after.secret_words, [number]: message.text } };
    const said = message.sender === 'agent' ? maskKeys(message.text, after.secret_keys) : message.text;
    newTurns.push({
      ...ownerOf(after),
      number,
      ...message,
      text: isSecret ? SECURE : withoutSecrets(said, after.steps),
    });
    const { left_step: _, ...rest } = after;
    after = rest;
    for (const action of triggeredBy({ ...message, digits }, after)) {
      const { timestamp } = message;
      const run = { action_id: action.id, type: action.type, input: {}, output: {} };
      const turn = toActionTurn(session, { number: ++after.turns, timestamp, action: run });
      const effect = effectOf(turn);
      after = { ...after, ...effect };
      if (!effect.intention) newTurns.push(turn);
    }
  }
  return { session: after, newTurns };
}

/** What an action changes. One that leaves the call is an intention until the agent leaves. */
export function effectOf(turn: ActionTurn): Partial<Session> {
  const effect = changeOfAction({ id: turn.action.action_id, type: turn.action.type });
  return isLeaving(effect) ? { ...effect, intention: turn } : effect;
}

/** The agent leaves: from now on, nothing takes back what it was about to do. */
export const carriedOut = ({ session: { intention, ...session }, newTurns }: Change): Change => ({
  session,
  newTurns: intention ? inOrder([intention, ...newTurns]) : newTurns,
});

/** What the agent was about to do is not done, and its turn says so. Without such an intention, nothing changes. */
export function notCarriedOut(change: Change, reason: string): Change {
  const { intention, ending: _, handoff: __, ...session } = change.session;
  if (!intention) return change;
  const output = { not_carried_out: reason };
  const turn = { ...intention, failed: true, action: { ...intention.action, output } };
  return { session, newTurns: inOrder([turn, ...change.newTurns]) };
}

/** Whose a turn is. An exit from a step belongs to the first turn after it. */
const ownerOf = (session: Session) => ({
  call_id: session.call_id,
  user_id: session.user_id,
  webhook_id: session.agent.webhook?.id ?? null,
  ...(session.agent_version !== undefined && { agent_version: session.agent_version }),
  ...(session.campaign_id !== undefined && { campaign_id: session.campaign_id }),
  ...(session.hipaa_compliant && { hipaa_compliant: true }),
  ...(session.rehearsal && { rehearsal: true }),
  ...(session.handed_to && { agent_id: session.handed_to.agent }),
  ...(session.steps && { step: session.steps.step }),
  ...(session.left_step && withoutSecure(session.left_step)),
});

const withoutSecure = ({ secure: _, ...left }: NonNullable<Session['left_step']>) => left;

/** An action to take: one of the agent's, or a built-in one without an id. */
export type ChosenAction = Pick<ActionRun, 'type'> & { readonly id: ActionRun['action_id'] };

/** The change of the session by an action. It takes effect when the agent's words were played. */
export function changeOfAction({ type, id }: ChosenAction): Pick<Session, 'ending' | 'handoff' | 'holding'> {
  switch (type) {
    case 'action_end_conversation':
      return { ending: true };
    case 'action_transfer_call':
    case 'action_add_to_conference':
      return id === null ? {} : { handoff: id };
    case 'action_set_hold':
      return { holding: true };
    default:
      return {};
  }
}

/** The actions that a message triggers; none after the agent has left the call. */
export function triggeredBy(
  { sender, text, digits }: Pick<Message, 'sender' | 'text'> & { readonly digits: string | undefined },
  session: Session,
): CallAction[] {
  if ((sender !== 'agent' && digits === undefined) || isLeaving(session) || session.closed) return [];
  const actions = session.agent.actions.filter((action) => isTriggeredBy(action, text, digits));
  const leaving = actions.findIndex((action) => isLeaving({ ...session, ...changeOfAction(action) }));
  return leaving < 0 ? actions : actions.slice(0, leaving + 1);
}

/** Whether the agent's words contain a phrase of the action, or the contact's `digits` are one. */
const isTriggeredBy = ({ action_trigger: trigger }: CallAction, words: string, digits: string | undefined) =>
  trigger?.type === 'action_trigger_phrase_based' &&
  trigger.config.phrase_triggers.some(({ phrase, conditions: [condition] }) =>
    condition === 'phrase_condition_type_keys'
      ? phrase === digits
      : digits === undefined && containsPhrase(words, phrase),
  );

/** After it, an answer of the former generation stops. */
export const nextGeneration = (session: Session): Session => ({
  ...session,
  generation: session.generation + 1,
});

/** The session without the keys of entries that become turns. */
export function withoutKeys(
  { pressed_keys: _, expected_keys, ...session }: Session,
  entries: readonly KeypadEntry[],
): Session {
  const last = entries.at(-1);
  if (!last) return { ...session, ...(expected_keys !== undefined && { expected_keys }) };
  return {
    ...session,
    entered_keys: [...last.keys],
    ...(last.rest.length > 0 && { pressed_keys: [...last.rest] }),
  };
}
