import * as z from 'zod/mini';
import { agentSettings, compactAgent } from './agent.ts';
import type { Message } from './call.ts';
import { id } from './fields.ts';

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

/** The state of a conversation. */
export const session = z.lazy(() =>
  z.object({
    call_id: id,
    user_id: id,
    agent: compactAgent,
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
    /** The agent has said goodbye: the call ends when it has been spoken. */
    ending: z.optional(z.boolean()),
    /** The conversation is over: nothing more is stored. */
    closed: z.optional(z.boolean()),
  }),
);
export type Session = z.infer<typeof session>;

/** A stored turn, with what its event needs. */
export const turn = z.lazy(() =>
  z.object({
    call_id: id,
    user_id: id,
    webhook_id: z.nullable(id),
    /** It may not be told of. */
    hipaa_compliant: z.optional(z.boolean()),
    number: z.number(),
    sender: z.enum(['agent', 'human']),
    text: z.string(),
    timestamp: z.string(),
  }),
);
export type Turn = z.infer<typeof turn>;

/** The change of a conversation by one thing that happened: the session's new fields and the turns it settles. */
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

/** The callee said something: what the agent was saying is settled as heard, and a new generation begins. */
export function callerSpoke(session: Session, text: string, now: Date): Change {
  const said = { sender: 'human', text, timestamp: now.toISOString() } as const;
  return settle(nextGeneration(session), [...heard(session.answer), said]);
}

/**
 * The callee broke in: of what the agent was saying, only what was heard is kept. Undefined when the agent is saying
 * nothing, or something else: then the message was overtaken by what the callee said, and must not stop the answer to it.
 */
export function callerInterrupted(session: Session, utterance: string): Change | undefined {
  const { answer } = session;
  if (!answer || !isPartOf(utterance, answer.text)) return undefined;
  const text = heardPart(answer.text, utterance);
  return settle(nextGeneration(session), text ? heard({ ...answer, text }) : []);
}

/** The agent has stopped speaking: a complete answer was heard; otherwise more of it is to come. */
export function agentFellSilent(session: Session): Change | undefined {
  return session.answer?.complete ? settle(session, heard(session.answer)) : undefined;
}

/** The conversation is over: of an answer that was being spoken, what was played is kept, to the end of a word. */
export function conversationClosed(session: Session): Change {
  const { answer, tells_played, played = tells_played ? 0 : undefined } = session;
  const spoken =
    answer && played !== undefined ? { ...answer, text: playedPart(answer.text, played) } : answer;
  return settle({ ...nextGeneration(session), closed: true }, heard(spoken));
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

const nextGeneration = (session: Session): Session => ({ ...session, generation: session.generation + 1 });

function heard(answer: PendingAnswer | undefined): Message[] {
  const text = answer?.text.trim();
  return answer && text ? [{ sender: 'agent', text, timestamp: answer.timestamp }] : [];
}

function settle({ answer: _, played: __, ...session }: Session, messages: readonly Message[]): Change {
  const owner = {
    call_id: session.call_id,
    user_id: session.user_id,
    webhook_id: session.agent.webhook?.id ?? null,
    ...(session.hipaa_compliant && { hipaa_compliant: true }),
  };
  const newTurns = messages.map((message, index) => ({
    ...owner,
    number: session.turns + index + 1,
    ...message,
  }));
  return {
    session: { ...session, version: session.version + 1, turns: session.turns + newTurns.length },
    newTurns,
  };
}
