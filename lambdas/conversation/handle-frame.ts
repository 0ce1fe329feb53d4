import { newId } from '../platform/ids.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { dispatch } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { entryDueAt, pendingEntry } from './model/keys/keypad.ts';
import { wasMostlyPlayed } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import { agentFellSilent, contactInterrupted } from './model/session-events.ts';
import { answerKeys, onPrompt } from './on-prompt.ts';
import { awaitEarlierKeys, awaitInterruption, awaitSetup } from './ordering.ts';
import { setUp } from './set-up.ts';

export async function handleFrame(frame: RelayFrame, context: FrameContext): Promise<void> {
  switch (frame.type) {
    case 'setup':
      return context.table && setUp(frame, { ...context, table: context.table });
    case 'prompt':
      return onPrompt(frame, context);
    case 'interrupt':
      return onInterrupt(frame.utteranceUntilInterrupt, context);
    case 'dtmf':
      return onKey(frame.digit, context);
    case 'info':
      if (frame.name === 'agentSpeaking' && frame.value === 'off') return onAgentSilent(context);
      if (frame.name === 'tokensPlayed' && typeof frame.value === 'string')
        return onTokensPlayed(frame.value, context);
      return;
    case 'error':
      logger.warn('The telephony vendor reported an error.', { description: frame.description });
  }
}

async function onInterrupt(utterance: string, context: FrameContext): Promise<void> {
  const at = context.now();
  const session = await awaitSetup(context, () => context.store.getSession());
  if (session) await dispatch(context, (current) => contactInterrupted(current, utterance, at), session);
}

/** Handles the end of the agent's speech: the answer was played, and a call that is ending ends now. */
async function onAgentSilent(context: FrameContext): Promise<void> {
  const silentSince = context.now();
  // A short greeting may end before its setup frame is handled.
  const atSilence = await awaitSetup(context, () => context.store.getSession());
  if (!atSilence?.answer?.complete) return;
  const latest = await awaitInterruption(atSilence, context);
  const isSame = ({ generation }: Session) => generation === atSilence.generation;
  // Words before a message for a voicemail may end only after the message was sent.
  const isOver = (current: Session) => isSame(current) && (!current.voicemail || wasMostlyPlayed(current));
  const reduce = (current: Session) => (isOver(current) ? agentFellSilent(current, silentSince) : undefined);
  await dispatch(context, reduce, atSilence.voicemail ? undefined : latest);
}

/** The vendor may report as played what nobody spoke: digits of keys that the agent pressed. */
const DIGITS = /^[0-9*#wW]+$/;

/** Counts the played part of the pending answer. Keys that the agent pressed are part of no answer. */
async function onTokensPlayed(text: string, { store }: FrameContext): Promise<void> {
  if (DIGITS.test(text)) {
    const session = await store.getSession();
    if (!session?.answer?.text.includes(text)) return;
  }
  await store.addPlayed(text.length);
}

/** Stores a key. Answers a complete entry; otherwise its first key starts the time-out of the entry. */
async function onKey(digit: string, context: FrameContext): Promise<void> {
  const { store, arrivedAt, frameId: id = newId() } = context;
  const session = await awaitSetup(context, () => store.getSession());
  if (!session || session.closed || !session.settings.dtmf_input) return;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const pending = await store.addPressedKey({ digit, at: arrivedAt.getTime(), id });
  if (!pending) {
    logger.warn('Key ignored: too many wait for an answer, or the conversation is over.', {
      callId: session.call_id,
    });
    return;
  }
  // The agent has said goodbye or is about to transfer the call: the end of the conversation stores the keys.
  if (isLeaving(session)) return;
  const state = { settings: session.settings, ...pending };
  const entry = pendingEntry(state);
  if (entry?.isComplete) {
    await awaitEarlierKeys(context);
    return answerKeys(context, { onlyCompleteKeys: true });
  }
  const due = entryDueAt(state);
  if (entry?.keys.length === 1 && due) await context.watchKeys(session, due);
}
