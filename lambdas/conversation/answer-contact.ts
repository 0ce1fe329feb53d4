import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { commit } from './change-session.ts';
import { isBackchannel, mayBeAnswered } from './model/backchannels.ts';
import { wasPlayed } from './model/playback.ts';
import type { Conversation, Session } from './model/session.ts';
import { maxCallSeconds } from './model/settings.ts';
import { dueAction } from './model/steps/session-steps.ts';
import { inputOf } from './model/takeover.ts';
import { afterUserTurn, type UserTurn, type UserTurnChange } from './model/user-turn.ts';
import { type FrameContext, isCurrent, realWait } from './ports.ts';
import { isReplayed, noted } from './takeover.ts';
import { foresee } from './turn/partial-words.ts';
import { basisOf, type FinalWords, type Progress, respond } from './turn/respond.ts';
import { dismiss, Speculation, type WaitingInvocation, waitingIn, wordsHash } from './turn/speculation.ts';
import { TurnTimes } from './turn/turn-times.ts';
import { awaitEndOfAnswer } from './waits.ts';

/** The contact's words: all of a turn, or those of a turn that may go on. */
export async function onPrompt(
  { voicePrompt, last, lang }: Extract<RelayFrame, { type: 'prompt' }>,
  context: FrameContext,
): Promise<void> {
  const text = voicePrompt.trim();
  if (text === '') return;
  if (last) return onUserTurn({ text, lang }, context);
  const foreseen = await foresee(text, context);
  if (!foreseen) return;
  const { basis, ...conversation } = foreseen;
  await respond({ ...conversation, nextStep: 'answer' }, { kind: 'ready', basis }, context);
}

/** Answers the first entry of keys, complete or not, unless another invocation does. */
export const answerKeys = (context: FrameContext, keys: Pick<UserTurn, 'onlyCompleteKeys'> = {}) =>
  onUserTurn({ text: '', ...keys }, context);

/** An action of a step is due although the contact has said nothing. */
export async function onStepsDue(context: FrameContext): Promise<void> {
  const conversation = await context.store.getConversation();
  if (!conversation || conversation.session.closed || dueAction(conversation.session) === undefined) return;
  const times = new TurnTimes(context.arrivedAt, context.now);
  const basis = { models: [], knowledge: Promise.resolve([]), times };
  await respond({ ...conversation, nextStep: 'answer' }, { kind: 'ready', basis }, context);
}

/** Milliseconds by which a request to the model precedes the write of its words, which ends before the first token. */
const HEAD_START_MS = 5;

/** Stores the contact's words or keys, and answers them. The model is asked meanwhile. */
async function onUserTurn(input: Omit<UserTurn, 'droppedTokens'>, context: FrameContext): Promise<void> {
  const { store, arrivedAt, frameId, wait = realWait } = context;
  const conversation = await awaitEndOfAnswer(context);
  if (!conversation) return;
  const { session } = conversation;
  if (session.closed || session.voicemail || !isCurrent(session, context)) return;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const { text } = input;
  const waiting = waitingIn(conversation, arrivedAt);
  if (text !== '' && (await isReplayed(session, inputOf(text), context))) return dismiss(waiting, context);
  if (isListening(session, text)) {
    logger.info('Backchannel ignored.', { callId: session.call_id });
    return;
  }
  const droppedTokens = conversation.speculation?.dropped_tokens ?? 0;
  const limits = { now: context.now(), maxCallSeconds: readVariable(maxCallSeconds) };
  const reduce = (state: Conversation) => {
    const note = text === '' ? undefined : noted(state.session, inputOf(text), context);
    if (note?.isReplay || !isCurrent(state.session, context)) return undefined;
    const change = afterUserTurn({ ...state, ...note }, { ...input, droppedTokens }, limits);
    return change && frameId !== undefined
      ? { ...change, session: { ...change.session, answering: frameId } }
      : change;
  };
  const expected = reduce(conversation);
  const wastedTokens = droppedTokens > 0 ? droppedTokens - (session.wasted_tokens ?? 0) : 0;
  const before = { ...lastWordIn(waiting), wastedTokens };
  const progress = begin({ text, session, before }, expected, waiting, context);
  const dismissal = progress.kind === 'foreseen' ? undefined : dismiss(waiting, context);
  try {
    if (progress.kind === 'asked') await wait(HEAD_START_MS);
    const first = { state: conversation, change: expected };
    const change = await commit(context, () => store.getConversation(), reduce, first);
    await dismissal;
    if (change) await respond(change, progress, context);
  } finally {
    if (progress.kind === 'asked') await progress.speculation.abandon(context);
  }
}

/** Whether the words only say that the contact listens to the agent, who goes on speaking: these are no turn. */
function isListening(session: Session, text: string): boolean {
  const isSpeaking = session.reports_playback === true && !wasPlayed(session);
  const mayListen = text !== '' && isSpeaking && !mayBeAnswered(session);
  return mayListen && isBackchannel(text, session.settings.language);
}

/** When the last partial words of the turn arrived. */
const lastWordIn = (waiting: WaitingInvocation | undefined) =>
  waiting && waiting.partial_ms > waiting.final_ms && { lastWordAt: new Date(waiting.partial_ms) };

/** Begins the answer before the turn is stored, if a model will answer the expected turn. */
function begin(
  words: FinalWords,
  expected: UserTurnChange | undefined,
  waiting: WaitingInvocation | undefined,
  context: FrameContext,
): Progress {
  const { text, session } = words;
  // Invocations of several keys may each find the same entry complete; only one of them stores it.
  if (text === '' || !expected?.asksModel) return { kind: 'ready', basis: basisOf(words, context) };
  // Another invocation may have foreseen these words, in the previous language.
  const isSameLanguage = expected.session.settings.language === session.settings.language;
  if (isSameLanguage && waiting?.generation !== undefined && isSameUtterance(waiting, text, context))
    return { kind: 'foreseen', waiting, words };
  const basis = basisOf(words, context);
  return { kind: 'asked', basis, speculation: Speculation.begin(expected, basis) };
}

const isSameUtterance = ({ words_hash }: WaitingInvocation, text: string, { store }: FrameContext) =>
  words_hash === wordsHash(store.connectionId, text);
