import * as z from 'zod/mini';
import { id } from '../fields.ts';
import type { CallAction } from '../records/action.ts';
import { agentSettings, callAgent } from '../records/agent.ts';
import { type ActionRun, actionRun } from './action-run.ts';
import { isBackFromHold } from './hold.ts';
import type { Message } from './message.ts';
import { isPhraseSaid } from './phrase-triggers.ts';

/** What the agent is saying and nobody has yet been seen to have heard. */
const pendingAnswer = z.lazy(() =>
  z.object({
    /** Sent to the vendor so far. */
    text: z.string(),
    /** Whether all of the answer was sent. */
    complete: z.boolean(),
    /** When the answer began; ISO 8601, UTC. */
    timestamp: z.string(),
  }),
);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

/** What an agent says at a silence timeout: it asks whether the caller is there, or says goodbye. */
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
    /** Nothing that is said may be told of or kept. */
    hipaa_compliant: z.optional(z.boolean()),
    /** Moves on with each interruption and each thing said by the callee; an answer of an older generation stops. */
    generation: z.number(),
    /** Moves on with each write, so that two writers notice one another. */
    version: z.number(),
    /** How many turns are stored. */
    turns: z.number(),
    answer: z.optional(pendingAnswer),
    /** How many characters of the answer the vendor has told us that it played. */
    played: z.optional(z.number()),
    /** Whether the vendor tells what it played at all. */
    tells_played: z.optional(z.boolean()),
    /** How often in a row the language model failed. */
    failures: z.number(),
    /** Its user has used up the day's tokens: the platform's models answer no more. */
    out_of_tokens: z.optional(z.boolean()),
    /** The agent has said goodbye: the call ends when it has been spoken. */
    ending: z.optional(z.boolean()),
    /** The action that the call is handed on to when what the agent says of it has been spoken. */
    handoff: z.optional(id),
    /** The agent is on hold: it says nothing until the caller is back. */
    holding: z.optional(z.boolean()),
    /** What the agent has said of a silence that lasts: in which generation, and whether it asked or said goodbye. */
    idle: z.optional(z.object({ generation: z.number(), said: silenceWords })),
    /** The vendor's own id of the conversation. */
    relay_session_id: z.optional(z.string()),
    /** The connection of the conversation that this one goes on with. */
    resumes: z.optional(z.string()),
    /** The conversation is over: nothing more is stored. */
    closed: z.optional(z.boolean()),
  }),
);
export type Session = z.infer<typeof session>;

const turnFields = () => ({
  call_id: id,
  user_id: id,
  webhook_id: z.nullable(id),
  /** It may not be told of. */
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

/** A stored turn, with what its event needs: something said, or an action of the agent. */
export const turn = z.lazy(() => z.union([spokenTurn, actionTurn]));
export type Turn = z.infer<typeof turn>;

/** Whether something was said, rather than done. */
export const isSpoken = (turn: Turn): turn is SpokenTurn => 'sender' in turn;

/** The change of a conversation by one thing that happened: the session's new fields and the turns that it stores. */
export interface Change {
  readonly session: Session;
  readonly newTurns: readonly Turn[];
}

/** The conversation as it begins: with a greeting, if there is one, that the vendor speaks by itself. */
export function beginSession(
  start: Pick<Session, 'call_id' | 'user_id' | 'agent' | 'settings' | 'context' | 'hipaa_compliant'>,
  greeting: string | undefined,
  now: Date,
): Session {
  const answer = greeting ? { text: greeting, complete: true, timestamp: now.toISOString() } : undefined;
  return { ...start, generation: 0, version: 0, turns: 0, failures: 0, ...(answer && { answer }) };
}

/** The callee said something: what the agent was saying is stored as heard, and a new generation begins. */
export function callerSpoke(session: Session, text: string, now: Date): Change {
  const said = { sender: 'human', text, timestamp: now.toISOString() } as const;
  const { session: after, newTurns } = storeHeard(nextGeneration(session), [...heard(session.answer), said]);
  const { language, name } = session.settings;
  const holding = after.holding && !isBackFromHold(text, { language, name });
  return { session: { ...after, ...(after.holding !== undefined && { holding }) }, newTurns };
}

/**
 * The callee interrupted: of what the agent was saying, only what was heard is kept. Undefined when the agent is saying
 * nothing, or something else: then the message was overtaken by what the callee said, and must not stop the answer to it.
 */
export function callerInterrupted(session: Session, utterance: string): Change | undefined {
  const { answer } = session;
  if (!answer || !isPartOf(utterance, answer.text)) return undefined;
  const text = heardPart(answer.text, utterance);
  return storeHeard(nextGeneration(session), text ? heard({ ...answer, text }) : []);
}

/** The agent has stopped speaking: a complete answer was heard; otherwise more of it is to come. A goodbye to nobody ends the call. */
export function agentFellSilent(session: Session): Change | undefined {
  if (!session.answer?.complete) return undefined;
  const { session: after, newTurns } = storeHeard(session, heard(session.answer));
  const isOver = silenceWordsSaid(session) === 'goodbye';
  return { session: { ...after, ...(isOver && { ending: true }) }, newTurns };
}

/** Words of the agent's that answer nothing. */
export interface UnaskedWords {
  readonly text: string;
  /** Whether they are of the silence that lasts. */
  readonly ofSilence?: SilenceWords;
}

/** The agent speaks at a silence timeout; if the caller speaks now, the conversation goes on as usual. */
export function agentSpeaksUp(session: Session, { text, ofSilence }: UnaskedWords, now: Date): Change {
  const { session: after, newTurns } = storeHeard(session, heard(session.answer));
  const answer = { text, complete: true, timestamp: now.toISOString() };
  const idle = ofSilence && { generation: session.generation, said: ofSilence };
  return { session: { ...after, answer, ...(idle && { idle }) }, newTurns };
}

/** What the agent has said of the silence since the callee last spoke, most recently. */
export function silenceWordsSaid({ idle, generation }: Session): SilenceWords | undefined {
  return idle?.generation === generation ? idle.said : undefined;
}

/** The conversation is over: of an answer that was being spoken, what was played is kept, to the end of a word. */
export function conversationClosed(session: Session): Change {
  const { answer, tells_played, played = tells_played ? 0 : undefined } = session;
  const spoken =
    answer && played !== undefined ? { ...answer, text: playedPart(answer.text, played) } : answer;
  return storeHeard({ ...nextGeneration(session), closed: true }, heard(spoken));
}

/** The first characters of a text, to the end of the word in which they end. */
const playedPart = (text: string, played: number) =>
  played === 0 ? '' : text.slice(0, played) + (/^\S*/.exec(text.slice(played))?.[0] ?? '');

/** What the callee heard of an answer, going by the vendor's account of the last thing it spoke. */
export function heardPart(sent: string, utterance: string): string {
  const spoken = utterance.trim();
  if (spoken === '') return '';
  const start = sent.lastIndexOf(spoken);
  return start < 0 ? spoken : sent.slice(0, start + spoken.length).trim();
}

/** Whether an utterance, as the vendor spells it, may be from this text: it shares most of its words. */
function isPartOf(utterance: string, text: string): boolean {
  if (text.includes(utterance.trim())) return true;
  const words = wordsOf(utterance);
  const known = new Set(wordsOf(text));
  return words.filter((word) => known.has(word)).length * 2 >= words.length;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** An action that is to be taken: one of the agent's, or a built-in one, which has no id. */
export type ChosenAction = Pick<ActionRun, 'type'> & { readonly id: ActionRun['action_id'] };

/** What taking an action changes of the conversation; it comes into effect when what the agent says has been heard. */
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

/** Whether the agent leaves the call as soon as what it says has been spoken. */
export const isLeaving = ({ ending, handoff }: Session) => ending === true || handoff !== undefined;

/** The turn that an action is; `number` is its place in the conversation. */
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

/** Stores what was said, and after words of the agent's the actions that they trigger. */
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

/** Nothing more is triggered once the agent leaves the call. */
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
