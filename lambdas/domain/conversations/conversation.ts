import * as z from 'zod/mini';
import { id } from '../fields.ts';
import type { CallAction } from '../records/action.ts';
import { agentSettings, callAgent } from '../records/agent.ts';
import { type ActionRun, actionRun } from './action-run.ts';
import { isBackFromHold } from './hold.ts';
import type { Message } from './message.ts';
import { isPhraseSaid } from './phrase-triggers.ts';

/** The agent's answer that is not yet known to be heard. */
const pendingAnswer = z.lazy(() =>
  z.object({
    /** The text that was sent to the vendor. */
    text: z.string(),
    /** Whether the whole answer was sent. */
    complete: z.boolean(),
    /** When the answer began; ISO 8601, UTC. */
    timestamp: z.string(),
  }),
);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

/** The agent's words at a silence timeout: it asks whether the caller is there, or says goodbye. */
const silenceWords = z.enum(['presence', 'goodbye']);
export type SilenceWords = z.infer<typeof silenceWords>;

/** The state of a conversation. */
export const session = z.lazy(() =>
  z.object({
    call_id: id,
    user_id: id,
    agent: callAgent,
    settings: agentSettings,
    context: z.optional(z.nullable(z.record(z.string(), z.string()))),
    /** Nothing that is said may be published or kept. */
    hipaa_compliant: z.optional(z.boolean()),
    /** Increases with each utterance and interruption of the callee. An answer of an older generation stops. */
    generation: z.number(),
    /** Increases with each write, to detect concurrent writes. */
    version: z.number(),
    /** The number of stored turns. */
    turns: z.number(),
    answer: z.optional(pendingAnswer),
    /** Characters of the answer that the vendor reported as played. */
    played: z.optional(z.number()),
    /** Whether the vendor reports what it played. */
    tells_played: z.optional(z.boolean()),
    /** Consecutive failures of the language model. */
    failures: z.number(),
    /** The user's daily token quota is used up: the platform's models may not answer. */
    out_of_tokens: z.optional(z.boolean()),
    /** The agent has said goodbye; the call ends when it was spoken. */
    ending: z.optional(z.boolean()),
    /** The action that takes the call over when the agent's words about it were spoken. */
    handoff: z.optional(id),
    /** The agent is on hold: it says nothing until the caller returns. */
    holding: z.optional(z.boolean()),
    /** The agent's last words at a silence timeout, and their generation. */
    idle: z.optional(z.object({ generation: z.number(), said: silenceWords })),
    /** The vendor's id of the relay session. */
    relay_session_id: z.optional(z.string()),
    /** The connection of the conversation that this one resumes. */
    resumes: z.optional(z.string()),
    /** The conversation is closed: nothing more is stored. */
    closed: z.optional(z.boolean()),
  }),
);
export type Session = z.infer<typeof session>;

const turnFields = () => ({
  call_id: id,
  user_id: id,
  webhook_id: z.nullable(id),
  /** It may not be published. */
  hipaa_compliant: z.optional(z.boolean()),
  number: z.number(),
  timestamp: z.string(),
});

const spokenTurn = z.lazy(() =>
  z.object({ ...turnFields(), sender: z.enum(['agent', 'human']), text: z.string() }),
);
export type SpokenTurn = z.infer<typeof spokenTurn>;

const actionTurn = z.lazy(() => z.object({ ...turnFields(), action: actionRun }));
export type ActionTurn = z.infer<typeof actionTurn>;

/** A stored turn with the data of its event: a message or an action. */
export const turn = z.lazy(() => z.union([spokenTurn, actionTurn]));
export type Turn = z.infer<typeof turn>;

/** Whether the turn is a message. */
export const isSpoken = (turn: Turn): turn is SpokenTurn => 'sender' in turn;

/** A change of a conversation: the session's new fields and the turns to store. */
export interface Change {
  readonly session: Session;
  readonly newTurns: readonly Turn[];
}

/** A new session, with the greeting that the vendor speaks, if there is one. */
export function beginSession(
  start: Pick<Session, 'call_id' | 'user_id' | 'agent' | 'settings' | 'context' | 'hipaa_compliant'>,
  greeting: string | undefined,
  now: Date,
): Session {
  const answer = greeting ? { text: greeting, complete: true, timestamp: now.toISOString() } : undefined;
  return { ...start, generation: 0, version: 0, turns: 0, failures: 0, ...(answer && { answer }) };
}

/** The callee spoke: the agent's pending answer is stored as heard and a new generation begins. */
export function callerSpoke(session: Session, text: string, now: Date): Change {
  const said = { sender: 'human', text, timestamp: now.toISOString() } as const;
  const { session: after, newTurns } = storeHeard(nextGeneration(session), [...heard(session.answer), said]);
  const { language, name } = session.settings;
  const holding = after.holding && !isBackFromHold(text, { language, name });
  return { session: { ...after, ...(after.holding !== undefined && { holding }) }, newTurns };
}

/**
 * The callee interrupted: only the heard part of the agent's answer is stored. Returns undefined if the agent says
 * nothing, or says something else. In that case the callee's words were handled first, and the answer to them must go
 * on.
 */
export function callerInterrupted(session: Session, utterance: string): Change | undefined {
  const { answer } = session;
  if (!answer || !isPartOf(utterance, answer.text)) return undefined;
  const text = heardPart(answer.text, utterance);
  return storeHeard(nextGeneration(session), text ? heard({ ...answer, text }) : []);
}

/** The agent stopped speaking: a complete answer is stored as heard. After a goodbye at a silence timeout, the call ends. */
export function agentFellSilent(session: Session): Change | undefined {
  if (!session.answer?.complete) return undefined;
  const { session: after, newTurns } = storeHeard(session, heard(session.answer));
  const isOver = silenceWordsSaid(session) === 'goodbye';
  return { session: { ...after, ...(isOver && { ending: true }) }, newTurns };
}

/** Words of the agent that are no answer. */
export interface UnaskedWords {
  readonly text: string;
  /** Set if the words belong to a silence timeout. */
  readonly ofSilence?: SilenceWords;
}

/** The agent speaks at a silence timeout. If the caller speaks now, the conversation goes on. */
export function agentSpeaksUp(session: Session, { text, ofSilence }: UnaskedWords, now: Date): Change {
  const { session: after, newTurns } = storeHeard(session, heard(session.answer));
  const answer = { text, complete: true, timestamp: now.toISOString() };
  const idle = ofSilence && { generation: session.generation, said: ofSilence };
  return { session: { ...after, answer, ...(idle && { idle }) }, newTurns };
}

/** The agent's last words at a silence timeout since the callee last spoke. Returns undefined if there are none. */
export function silenceWordsSaid({ idle, generation }: Session): SilenceWords | undefined {
  return idle?.generation === generation ? idle.said : undefined;
}

/** The conversation is closed. The played part of a pending answer is stored, to the end of a word. */
export function conversationClosed(session: Session): Change {
  const { answer, tells_played, played = tells_played ? 0 : undefined } = session;
  const spoken =
    answer && played !== undefined ? { ...answer, text: playedPart(answer.text, played) } : answer;
  return storeHeard({ ...nextGeneration(session), closed: true }, heard(spoken));
}

/** The first characters of a text, extended to the end of a word. */
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

/** The turn of an action; `number` is its place in the conversation. */
export function toActionTurn(
  session: Session,
  { action, number, now }: { readonly action: ActionRun; readonly number: number; readonly now: Date },
): ActionTurn {
  return { ...ownerOf(session), number, timestamp: now.toISOString(), action };
}

const nextGeneration = (session: Session): Session => ({ ...session, generation: session.generation + 1 });

function heard(answer: PendingAnswer | undefined): Message[] {
  const text = answer?.text.trim();
  return answer && text ? [{ sender: 'agent', text, timestamp: answer.timestamp }] : [];
}

/** Stores messages, and after messages of the agent the actions that their phrases trigger. */
function storeHeard({ answer: _, played: __, ...session }: Session, messages: readonly Message[]): Change {
  let after = { ...session, version: session.version + 1 };
  const newTurns: Turn[] = [];
  for (const message of messages) {
    newTurns.push({ ...ownerOf(session), number: ++after.turns, ...message });
    for (const action of triggeredBy(message, after)) {
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

/** Triggers nothing after the agent has left the call. */
function triggeredBy({ sender, text }: Message, session: Session): CallAction[] {
  if (sender !== 'agent' || isLeaving(session) || session.closed) return [];
  const said = session.agent.actions.filter((action) => isPhraseSaid(action, text));
  const leaving = said.findIndex((action) => isLeaving({ ...session, ...effectOf(action) }));
  return leaving < 0 ? said : said.slice(0, leaving + 1);
}

const ownerOf = ({ call_id, user_id, agent, hipaa_compliant }: Session) => ({
  call_id,
  user_id,
  webhook_id: agent.webhook?.id ?? null,
  ...(hipaa_compliant && { hipaa_compliant }),
});
