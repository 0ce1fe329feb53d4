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
 * Milliseconds that a frame waits for related frames. The vendor's frames (silence, interruption, speech) arrive as
 * parallel invocations, in any order.
 */
const OVERTAKEN_MS = 250;
const OVERTAKEN_POLL_MS = 20;

/** Handles one frame of the vendor. */
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

/** Closes the conversation after the connection was closed. */
export async function closeConversation(context: ConversationContext): Promise<void> {
  await changeSession(context, conversationClosed);
}

/** Stores the callee's words, then answers them. */
async function reply(text: string, context: FrameContext): Promise<void> {
  const conversation = await afterEarlierFrames(context);
  if (!conversation || conversation.session.closed) return;
  // The models and the knowledge load while the words are stored.
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

/** Waits until earlier frames are handled, for at most OVERTAKEN_MS, and returns the conversation. */
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

/** Handles an interruption, with or without further words. */
async function interrupted(utterance: string, context: FrameContext): Promise<void> {
  const session = await changeSession(context, (current) => callerInterrupted(current, utterance));
  if (session) await context.watchSilence(session, context.now());
}

/** The agent stopped speaking. Unless it was interrupted, its answer was heard, and a call that is ending ends now. */
async function fellSilent(context: FrameContext): Promise<void> {
  const silentSince = context.now();
  // A short greeting may end before its setup frame is handled.
  const silenced = await whenBegun(context, () => getSession(context.table, context.connectionId));
  if (!silenced?.answer?.complete) return;
  await wait(OVERTAKEN_MS);
  const isSame = ({ generation }: Session) => generation === silenced.generation;
  const silence = (current: Session) => (isSame(current) ? agentFellSilent(current) : undefined);
  const session = await changeSession(context, silence, silenced);
  if (!session) return;
  if (isLeaving(session)) return leaveConversation(session, context.connection);
  // A question or goodbye at a silence timeout does not end the silence.
  if (silenceWordsSaid(session) === undefined) await context.watchSilence(session, silentSince);
}
