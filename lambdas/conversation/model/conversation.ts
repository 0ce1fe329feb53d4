import type { ActionRun, CallAction } from '../../actions/model/action.ts';
import { actionsTriggeredBy } from './actions/phrase-triggers.ts';
import { isBackFromHold } from './hold.ts';
import {
  hiddenKeys,
  type KeypadEntry,
  maskKeys,
  pendingEntries,
  pendingEntry,
  textOfKeys,
} from './keys/keypad.ts';
import type { Message } from './message.ts';
import type { ActionTurn, PendingAnswer, Session, SilenceWords, SpokenTurn, Turn } from './session.ts';
import { concluded, type TurnFigures } from './turn-figures.ts';

export interface Change {
  readonly session: Session;
  readonly newTurns: readonly Turn[];
}

export type SessionStart = Omit<Session, 'generation' | 'version' | 'turns' | 'failures' | 'answer'>;

export function beginSession(start: SessionStart, greeting: string | undefined, now: Date): Session {
  const answer = greeting ? { text: greeting, complete: true, timestamp: now.toISOString() } : undefined;
  return { ...start, generation: 0, version: 0, turns: 0, failures: 0, ...(answer && { answer }) };
}

/** The callee spoke: the agent's pending answer is stored as heard and a new generation begins. */
export function callerSpoke(session: Session, text: string, now: Date): Change {
  const said = { sender: 'human', text, timestamp: now.toISOString() } as const;
  const { answer } = session;
  // Whether a complete answer was heard to its end is not known then.
  const over = answer?.complete ? {} : { at: now, interrupted: true };
  const entries = pendingEntries(session);
  const { session: after, newTurns } = storeHeard(nextUtterance(withoutKeys(session, entries)), [
    ...heard(answer, over),
    ...keyedIn(entries, session, now),
    said,
  ]);
  const { language, name } = session.settings;
  const holding = after.holding && !isBackFromHold(text, { language, name });
  return { session: { ...after, ...(after.holding !== undefined && { holding }) }, newTurns };
}

/** The words never became final: their turn says so, and the agent asks for them again. */
export function neverFinal(
  session: Session,
  { words, apology }: { readonly words: string; readonly apology: string },
  now: Date,
): Change {
  const { session: after, newTurns } = callerSpoke(session, words, now);
  const answer = { text: apology, complete: true, timestamp: now.toISOString() };
  return {
    session: { ...after, answer },
    newTurns: newTurns.map((turn, index) =>
      index === newTurns.length - 1 ? { ...turn, never_final: true } : turn,
    ),
  };
}

/** The first entry of keys becomes a turn and ends a hold. Returns undefined if none is pending or the agent leaves. */
export function callerPressed(
  session: Session,
  now: Date,
  { onlyComplete = false }: { readonly onlyComplete?: boolean } = {},
): Change | undefined {
  const entry = pendingEntry(session);
  if (!entry || isLeaving(session) || (onlyComplete && !entry.isComplete)) return undefined;
  const { holding: _, ...listening } = nextUtterance(withoutKeys(session, [entry]));
  return storeHeard(listening, [...heard(session.answer), ...keyedIn([entry], session, now)]);
}

/** Only the heard part of an answer is stored. Returns undefined if the agent is silent or speaks a later answer. */
export function callerInterrupted(session: Session, utterance: string, at?: Date): Change | undefined {
  const { answer, voicemail } = session;
  // The callee is not listening yet: a machine's words do not interrupt a message.
  if (!answer || voicemail || !isPartOf(utterance, answer.text)) return undefined;
  const text = heardPart(answer.text, utterance);
  return storeHeard(
    nextGeneration(session),
    text ? heard({ ...answer, text }, { at, interrupted: true }) : [],
  );
}

/** The machine is recording: the agent leaves a message, and then the call. Undefined if it leaves none. */
export function voicemailReached(session: Session, since?: number): Change | undefined {
  const { leaves_message, voicemail, generation } = session;
  if (!leaves_message || voicemail || isLeaving(session)) return undefined;
  if (since !== undefined && since !== generation) return undefined;
  const listening = withoutKeys(session, pendingEntries(session));
  const next = { ...nextGeneration(listening), voicemail: true, ending: true };
  return storeHeard(next, heardAsPlayed(session));
}

/** The agent stopped speaking: a complete answer is stored as heard. After a goodbye at a silence timeout, the call ends. */
export function agentFellSilent(session: Session, at?: Date): Change | undefined {
  if (!session.answer?.complete) return undefined;
  const { session: after, newTurns } = storeHeard(session, heard(session.answer, { at }));
  const isOver = silenceWordsSaid(session) === 'goodbye';
  return { session: { ...after, ...(isOver && { ending: true }) }, newTurns };
}

export interface UnaskedWords {
  readonly text: string;
  /** Set if the words belong to a silence timeout. */
  readonly ofSilence?: SilenceWords;
  /** Set if a check of an earlier generation watches the silence after the words: when it begins, and which check. */
  readonly watched?: { readonly since: Date; readonly check: string };
  readonly figures?: TurnFigures;
}

/** The agent speaks unasked, as at a silence timeout. If the caller speaks now, the conversation goes on. */
export function agentSpeaksUp(
  session: Session,
  { text, ofSilence, watched, figures }: UnaskedWords,
  now: Date,
): Change {
  const { session: after, newTurns } = storeHeard(session, heard(session.answer));
  const answer = { text, complete: true, timestamp: now.toISOString(), ...(figures && { figures }) };
  const { generation } = session;
  const idle = ofSilence && { generation, said: ofSilence };
  const silence = watched && { generation, since: watched.since.toISOString(), check: watched.check };
  return { session: { ...after, answer, ...(idle && { idle }), ...(silence && { silence }) }, newTurns };
}

/** The agent's last words at a silence timeout since the callee last spoke. Returns undefined if there are none. */
export function silenceWordsSaid({ idle, generation }: Session): SilenceWords | undefined {
  return idle?.generation === generation ? idle.said : undefined;
}

/**
 * The conversation is closed. The played part of a pending answer is stored, to the end of a word: the vendor reports
 * whole texts, so the time until the call was lost (`at`) may show that more was heard.
 */
export function conversationClosed(session: Session, at?: Date): Change {
  const entries = pendingEntries(session);
  const { session: after, newTurns } = storeHeard(
    { ...nextGeneration(withoutKeys(session, entries)), closed: true },
    [...heardAsPlayed(session, at), ...keyedIn(entries, session, new Date(session.pressed?.at(-1)?.at ?? 0))],
  );
  const { secret_keys: _, entered: __, ...closed } = after;
  return { session: closed, newTurns };
}

function heardAsPlayed({ answer, tells_played, played = 0 }: Session, at?: Date): HeardMessage[] {
  const characters = at && answer ? Math.max(played, spokenUntil(at, answer)) : played;
  const isReported = tells_played || played > 0;
  const spoken = answer && isReported ? { ...answer, text: playedPart(answer.text, characters) } : answer;
  const interrupted = spoken?.text.trim() !== answer?.text.trim() || answer?.complete === false;
  return heard(spoken, { interrupted });
}

/** Milliseconds a character of a usual voice, and until its first: estimates must not claim what nobody heard. */
const VOICE = { characterMs: 70, startMs: 1_000 };

/** Characters of an answer that were probably spoken by then; 0 if all were, which the vendor would have reported. */
function spokenUntil(at: Date, { text, timestamp }: NonNullable<Session['answer']>): number {
  const ms = at.getTime() - Date.parse(timestamp) - VOICE.startMs;
  const characters = Math.floor(ms / VOICE.characterMs);
  return characters < text.length ? Math.max(0, characters) : 0;
}

const playedPart = (text: string, played: number) =>
  played === 0 ? '' : text.slice(0, played) + (/^\S*/.exec(text.slice(played))?.[0] ?? '');

/** The part of an answer that the callee heard, from the vendor's report of the last words it spoke. */
export function heardPart(sent: string, utterance: string): string {
  const spoken = utterance.trim();
  if (spoken === '') return '';
  const start = sent.lastIndexOf(spoken);
  return start < 0 ? spoken : sent.slice(0, start + spoken.length).trim();
}

/** Whether an utterance, in the vendor's spelling, may be part of this text: they share most words. */
function isPartOf(utterance: string, text: string): boolean {
  if (text.includes(utterance.trim())) return true;
  const words = wordsOf(utterance);
  const known = new Set(wordsOf(text));
  return words.filter((word) => known.has(word)).length * 2 >= words.length;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** An action to take: one of the agent's, or a built-in one without an id. */
export type ChosenAction = Pick<ActionRun, 'type'> & { readonly id: ActionRun['action_id'] };

/** The change of the session by an action. It takes effect when the agent's words were heard. */
export function effectOf({ type, id }: ChosenAction): Pick<Session, 'ending' | 'handoff' | 'holding'> {
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

/** Whether the agent leaves the call when its words were spoken. */
export const isLeaving = ({ ending, handoff }: Session) => ending === true || handoff !== undefined;

export type ActionFacts = Pick<ActionTurn, 'number' | 'action' | 'took_ms' | 'failed' | 'figures'>;

export function toActionTurn(
  session: Session,
  { now, ...facts }: ActionFacts & { readonly now: Date },
): ActionTurn {
  return { ...ownerOf(session), timestamp: now.toISOString(), ...facts };
}

const nextGeneration = (session: Session): Session => ({ ...session, generation: session.generation + 1 });

function nextUtterance(session: Session): Session {
  const next = nextGeneration(session);
  return { ...next, unanswered: next.generation };
}

type HeardMessage = Message & Pick<SpokenTurn, 'figures'> & { readonly digits?: string };

/** The answer as a message. `over`: how the answer ended. */
function heard(
  answer: PendingAnswer | undefined,
  over: Parameters<typeof concluded>[1] = {},
): HeardMessage[] {
  const text = answer?.text.trim();
  if (!answer || !text) return [];
  const { timestamp, figures } = answer;
  return [{ sender: 'agent', text, timestamp, ...(figures && { figures: concluded(figures, over) }) }];
}

const keyedIn = (entries: readonly KeypadEntry[], { settings }: Session, now: Date): HeardMessage[] =>
  entries.map(({ digits, isCorrection }) => ({
    sender: 'human',
    text: textOfKeys(settings.mask_dtmf ? hiddenKeys(digits) : digits, isCorrection),
    timestamp: now.toISOString(),
    digits,
  }));

function withoutKeys(
  { pressed: _, expected_keys, ...session }: Session,
  entries: readonly KeypadEntry[],
): Session {
  const last = entries.at(-1);
  if (!last) return { ...session, ...(expected_keys !== undefined && { expected_keys }) };
  return {
    ...session,
    entered: [...last.keys],
    ...(last.rest.length > 0 && { pressed: [...last.rest] }),
  };
}

/** Stores messages, and after messages of the agent and keys the actions that they trigger. */
function storeHeard(
  { answer: _, played: __, ...session }: Session,
  messages: readonly HeardMessage[],
): Change {
  let after = { ...session, version: session.version + 1 };
  const newTurns: Turn[] = [];
  for (const { digits, ...message } of messages) {
    const number = ++after.turns;
    if (digits !== undefined && session.settings.mask_dtmf)
      after = { ...after, secret_keys: { ...after.secret_keys, [number]: digits } };
    const text = message.sender === 'agent' ? maskKeys(message.text, after.secret_keys) : message.text;
    newTurns.push({ ...ownerOf(session), number, ...message, text });
    for (const action of triggeredBy({ ...message, ...(digits !== undefined && { digits }) }, after)) {
      after = { ...after, ...effectOf(action) };
      const run = { action_id: action.id, type: action.type, input: {}, output: {} };
      newTurns.push({
        ...ownerOf(session),
        number: ++after.turns,
        timestamp: message.timestamp,
        action: run,
      });
    }
  }
  return { session: after, newTurns };
}

/** The actions that a message triggers; none after the agent has left the call. */
function triggeredBy({ sender, text, digits }: HeardMessage, session: Session): CallAction[] {
  if ((sender !== 'agent' && digits === undefined) || isLeaving(session) || session.closed) return [];
  const said = actionsTriggeredBy(session.agent.actions, { text, ...(digits !== undefined && { digits }) });
  const leaving = said.findIndex((action) => isLeaving({ ...session, ...effectOf(action) }));
  return leaving < 0 ? said : said.slice(0, leaving + 1);
}

const ownerOf = ({ call_id, user_id, agent, agent_version, hipaa_compliant, rehearsal }: Session) => ({
  call_id,
  user_id,
  webhook_id: agent.webhook?.id ?? null,
  ...(agent_version !== undefined && { agent_version }),
  ...(hipaa_compliant && { hipaa_compliant }),
  ...(rehearsal && { rehearsal: true }),
});
