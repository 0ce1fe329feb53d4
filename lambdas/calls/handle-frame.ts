import { setTimeout as wait } from 'node:timers/promises';
import type { StoredCall } from '../domain/call.ts';
import {
  agentFellSilent,
  beginSession,
  type Change,
  callerInterrupted,
  callerSpoke,
  conversationClosed,
  isLeaving,
  type Session,
  type Turn,
} from '../domain/conversation.ts';
import { isReturning, openingWords } from '../domain/opening.ts';
import { logger } from '../platform/logger.ts';
import { getCall } from '../store/calls.ts';
import {
  addPlayed,
  applyChange,
  beginConversation,
  type Conversation,
  getConversation,
  getSession,
} from '../store/conversations.ts';
import type { Table } from '../store/table.ts';
import { answerTurn } from './answer-turn.ts';
import type { LanguageModel } from './language-model.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { RelayFrame } from './relay-frames.ts';
import { isTimeUp, sayTimeIsUp } from './time-limit.ts';

/** What a conversation's messages reach. */
export interface FrameContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly connection: RelayConnection;
  /** The models that answer in a conversation, in the order in which they are asked. */
  readonly models: (session: Session) => readonly LanguageModel[];
  /** What the agent's vector database has on what was said; never rejects. */
  readonly knowledge: (session: Session, said: string) => Promise<readonly string[]>;
  readonly now: () => Date;
}

/** Others may write to the conversation between our reading and writing, though not for ever. */
const MAX_ATTEMPTS = 10;

/**
 * Messages that belong together (the agent fell silent, the callee interrupted, the callee said this) reach us as invocations side
 * by side, in any order. What follows from the one waits so long (ms) for the other.
 */
const OVERTAKEN_MS = 250;
const OVERTAKEN_POLL_MS = 20;

/** The first words of a callee may overtake the message that sets the conversation up, which may have met a cold start; ms. */
const SETUP_MS = 3_000;

/** Does what a message of the vendor asks for. */
export async function handleFrame(frame: RelayFrame, context: FrameContext): Promise<void> {
  switch (frame.type) {
    case 'setup':
      return setUp(frame, context);
    case 'prompt':
      return frame.last && frame.voicePrompt.trim() !== ''
        ? reply(frame.voicePrompt.trim(), context)
        : undefined;
    case 'interrupt':
      await change(context, (session) => callerInterrupted(session, frame.utteranceUntilInterrupt));
      return;
    case 'info':
      return inform(frame, context);
    case 'error':
      logger.warn('The telephony vendor reported an error.', { description: frame.description });
      return;
    case 'dtmf':
      return;
  }
}

/** The conversation is over: the connection was closed. */
export async function closeConversation(
  context: Pick<FrameContext, 'table' | 'connectionId' | 'now'>,
): Promise<void> {
  await change(context, conversationClosed);
}

async function setUp(frame: Extract<RelayFrame, { type: 'setup' }>, context: FrameContext): Promise<void> {
  const { table, connection } = context;
  const { user_id, call_id } = frame.customParameters;
  const call = await getCall(table, { userId: user_id, callId: call_id });
  const begun = call?.telephony_id === frame.callSid && (await begin(call, context));
  if (begun) return;
  logger.warn('A conversation was refused: its call is unknown, over, or has another.', { callId: call_id });
  await connection.send({ type: 'end', handoffData: '' });
}

/** Begins a conversation, or goes on with the one that a failed transfer ended. */
async function begin(call: StoredCall, { table, connectionId, now }: FrameContext): Promise<boolean> {
  const { id, user_id, agent, settings, context, hipaa_compliant, connection_id } = call;
  const start = { call_id: id, user_id, agent, settings, context, hipaa_compliant };
  const session = beginSession(start, openingWords(call), now());
  if (connection_id === undefined || !isReturning(call))
    return beginConversation(table, connectionId, { session, now: now() });
  const history = (await getConversation(table, connection_id))?.turns ?? [];
  const resumed = { ...session, turns: history.at(-1)?.number ?? 0, resumes: connection_id };
  return beginConversation(table, connectionId, { session: resumed, now: now(), history });
}

/** Stores what the callee said, then answers it and all that was said before. */
async function reply(text: string, context: FrameContext): Promise<void> {
  const conversation = await whenSettled(context);
  if (!conversation || conversation.session.closed) return;
  // What the answer needs is looked up while what was said is being stored.
  const models = context.models(conversation.session);
  const knowledge = context.knowledge(conversation.session, text);
  const heard = await hear(text, conversation, context);
  if (!heard) return;
  if (isLeaving(heard.session)) return leave(heard.session, context);
  if (isTimeUp(heard.turns, context.now())) return sayTimeIsUp(heard.session, context);
  if (heard.session.holding) return;
  await answerTurn({ ...context, ...heard, models, knowledge });
}

async function hear(text: string, settled: Conversation, { table, connectionId, now }: FrameContext) {
  let conversation: Conversation | undefined = settled;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (!conversation || conversation.session.closed) return undefined;
    const { session: before, turns } = conversation;
    const spoken = callerSpoke(before, text, now());
    if (await applyChange(table, connectionId, { before, now: now(), ...spoken })) {
      const all: readonly Turn[] = [...turns, ...spoken.newTurns];
      return { session: spoken.session, turns: all };
    }
    conversation = await getConversation(table, connectionId);
  }
  throw new Error('The conversation was written to by others each time.');
}

/** The conversation when the messages that were sent before this one have been dealt with, or the time for that is up. */
async function whenSettled({ table, connectionId, now }: FrameContext) {
  for (const begun = now().getTime(); ; await wait(OVERTAKEN_POLL_MS)) {
    const conversation = await getConversation(table, connectionId);
    const isSettled = conversation && (conversation.session.closed || !conversation.session.answer);
    const patience = conversation ? OVERTAKEN_MS : SETUP_MS;
    if (isSettled || now().getTime() - begun >= patience) return conversation;
  }
}

async function inform(
  { name, value }: Extract<RelayFrame, { type: 'info' }>,
  context: FrameContext,
): Promise<void> {
  if (name === 'agentSpeaking' && value === 'off') await fellSilent(context);
  if (name === 'tokensPlayed' && typeof value === 'string') {
    await addPlayed(context.table, context.connectionId, value.length);
  }
}

/** The agent has stopped speaking: unless it was interrupted, what it said was heard; and a call that is to end ends now. */
async function fellSilent(context: FrameContext): Promise<void> {
  const silenced = await getSession(context.table, context.connectionId);
  if (!silenced?.answer?.complete) return;
  await wait(OVERTAKEN_MS);
  const session = await change(context, (current) =>
    current.generation === silenced.generation ? agentFellSilent(current) : undefined,
  );
  if (session && isLeaving(session)) await leave(session, context);
}

/** Ends the conversation; the vendor then asks what follows, and gives back what it is handed here. */
async function leave({ handoff }: Session, { connection }: FrameContext): Promise<void> {
  const handoffData = handoff === undefined ? '' : JSON.stringify({ action_id: handoff });
  await connection.send({ type: 'end', handoffData });
}

/** Stores a change of the session's state; gives the new state, or undefined when nothing was to be changed. */
async function change(
  { table, connectionId, now }: Pick<FrameContext, 'table' | 'connectionId' | 'now'>,
  decide: (session: Session) => Change | undefined,
): Promise<Session | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getSession(table, connectionId);
    const decided = before && !before.closed ? decide(before) : undefined;
    if (!before || !decided) return undefined;
    if (await applyChange(table, connectionId, { before, now: now(), ...decided })) return decided.session;
  }
  throw new Error('The conversation was written to by others each time.');
}
