import { setTimeout as wait } from 'node:timers/promises';
import {
  agentFellSilent,
  callerInterrupted,
  callerSpoke,
  conversationClosed,
  isLeaving,
  type Session,
  silenceWordsSaid,
  type Turn,
} from '../domain/conversations/conversation.ts';
import { logger } from '../runtime/logger.ts';
import {
  addPlayed,
  applyChange,
  type Conversation,
  getConversation,
  getSession,
} from '../store/conversations/conversations.ts';
import { attemptUntil } from '../store/table/retry.ts';
import { answerTurn } from './answer-turn.ts';
import { type ConversationContext, changeSession } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { leaveConversation } from './leave-conversation.ts';
import type { RelayFrame } from './relay-frames.ts';
import { setUp } from './set-up.ts';
import { isTimeUp, sayFarewell } from './time-limit.ts';
import { countTurn, endForTokens, isOutOfTokens } from './token-quota.ts';
import { whenBegun } from './when-begun.ts';

/**
 * Messages that belong together (the agent fell silent, the callee interrupted, the callee said this) reach us as invocations side
 * by side, in any order. Milliseconds that the effect of one waits for the other.
 */
const OVERTAKEN_MS = 250;
const OVERTAKEN_POLL_MS = 20;

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
      return interrupted(frame.utteranceUntilInterrupt, context);
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
export async function closeConversation(context: ConversationContext): Promise<void> {
  await changeSession(context, conversationClosed);
}

/** Stores what the callee said, then answers it and all that was said before. */
async function reply(text: string, context: FrameContext): Promise<void> {
  const conversation = await afterEarlierFrames(context);
  if (!conversation || conversation.session.closed) return;
  // What the answer needs is looked up while what was said is being stored.
  const models = context.models(conversation.session);
  const knowledge = context.knowledge(conversation.session, text);
  const heard = await hear(text, conversation, context);
  if (!heard) return;
  if (isLeaving(heard.session)) return leaveConversation(heard.session, context.connection);
  if (isTimeUp(heard.turns, context.now())) return sayFarewell(heard.session, context);
  if (heard.session.holding) return;
  if (isOutOfTokens(heard.session)) return endForTokens(heard.session, context);
  const isSilent = await answerTurn({ ...context, ...heard, models, knowledge });
  if (isSilent) await context.watchSilence(heard.session, context.now());
  await countTurn(heard.session, context);
}

async function hear(text: string, earlier: Conversation, { table, connectionId, now }: FrameContext) {
  let known: Conversation | undefined = earlier;
  const stored = await attemptUntil(async () => {
    const conversation = known ?? (await getConversation(table, connectionId));
    known = undefined;
    if (!conversation || conversation.session.closed) return { heard: undefined };
    const { session: before, turns } = conversation;
    const spoken = callerSpoke(before, text, now());
    if (!(await applyChange(table, connectionId, { before, now: now(), ...spoken }))) return undefined;
    const all: readonly Turn[] = [...turns, ...spoken.newTurns];
    return { heard: { session: spoken.session, turns: all } };
  });
  return stored.heard;
}

/** The conversation when the messages that were sent before this one have been dealt with, or the time for that is up. */
async function afterEarlierFrames(context: FrameContext): Promise<Conversation | undefined> {
  const { table, connectionId, now } = context;
  const begun = now().getTime();
  let conversation = await whenBegun(context, () => getConversation(table, connectionId));
  while (conversation && !conversation.session.closed && conversation.session.answer) {
    if (now().getTime() - begun >= OVERTAKEN_MS) return conversation;
    await wait(OVERTAKEN_POLL_MS);
    conversation = await getConversation(table, connectionId);
  }
  return conversation;
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

/** The callee interrupted, perhaps without saying more. */
async function interrupted(utterance: string, context: FrameContext): Promise<void> {
  const session = await changeSession(context, (current) => callerInterrupted(current, utterance));
  if (session) await context.watchSilence(session, context.now());
}

/** The agent has stopped speaking: unless it was interrupted, what it said was heard; and a call that is to end ends now. */
async function fellSilent(context: FrameContext): Promise<void> {
  const silentSince = context.now();
  // A short greeting may be over before its setup has been dealt with.
  const silenced = await whenBegun(context, () => getSession(context.table, context.connectionId));
  if (!silenced?.answer?.complete) return;
  await wait(OVERTAKEN_MS);
  const isSame = ({ generation }: Session) => generation === silenced.generation;
  const silence = (current: Session) => (isSame(current) ? agentFellSilent(current) : undefined);
  const session = await changeSession(context, silence, silenced);
  if (!session) return;
  if (isLeaving(session)) return leaveConversation(session, context.connection);
  // What is said of a silence does not end it.
  if (silenceWordsSaid(session) === undefined) await context.watchSilence(session, silentSince);
}
