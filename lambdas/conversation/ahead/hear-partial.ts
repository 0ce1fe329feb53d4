import { setTimeout as wait } from 'node:timers/promises';
import { isBackchannel } from '../../domain/conversations/backchannels.ts';
import { callerSpoke, isLeaving, neverFinal } from '../../domain/conversations/conversation.ts';
import { PHRASES } from '../../domain/conversations/phrases.ts';
import { isSpoken, type Session } from '../../domain/conversations/session.ts';
import { spokenBy } from '../../domain/conversations/silence.ts';
import { newId } from '../../runtime/ids.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { logger } from '../../runtime/logger.ts';
import { type Conversation, getConversation } from '../../store/conversations/conversations.ts';
import { adopt, noteAsked, noteHeard, type RequestAhead } from '../../store/conversations/requests-ahead.ts';
import { changeSession } from '../change-session.ts';
import type { FrameContext } from '../frame-context.ts';
import { orAskAgain } from '../lost-words.ts';
import { isOutOfTokens } from '../models/token-quota.ts';
import { isTimeUp } from '../time-limit.ts';
import { askAhead, drop, type PrefetchRequest, type Prepared, preparedBy } from './ask-ahead.ts';
import { AHEAD_TIMES } from './times.ts';
import { type Outcome, untilFinal } from './until-final.ts';
import { wordsHash } from './words-hash.ts';

/**
 * Longest time in milliseconds for which final words are awaited, for any agent; that of one agent is `longestWaitMs`.
 */
const LONGEST_WAIT_MS = 5_250;

/** Answers words that are stored. */
export type Answer = (heard: Conversation, prepared: Prepared) => Promise<void>;

/** The caller's words that this invocation heard, which may be incomplete. */
interface Heard {
  readonly words: string;
  readonly heardBy: string;
  readonly context: FrameContext;
}

/**
 * Handles words of a turn that may go on. If none follow for a while, asks the model at once and keeps its answer in
 * this invocation. When the invocation of the final words reports that they are the same, `answer` speaks it; otherwise
 * it is dropped. See decision 0064.
 */
export async function hearPartial(words: string, context: FrameContext, answer: Answer): Promise<void> {
  const heard: Heard = { words, heardBy: newId(), context };
  const { table, connectionId, arrivedAt, now } = context;
  const noted = await noteHeard(context, {
    heardBy: heard.heardBy,
    heardAt: arrivedAt,
    wordsHash: wordsHash(connectionId, words),
    waitedMs: LONGEST_WAIT_MS,
    now: now(),
  });
  if (!noted) return;
  const { stableMs } = { ...AHEAD_TIMES, ...context.aheadTimes };
  await wait(Math.max(0, stableMs - (now().getTime() - arrivedAt.getTime())));
  const conversation = await getConversation(table, connectionId);
  if (!conversation || !isLatest(conversation.ahead, heard) || !mayFollow(conversation, heard)) return;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  await ask(conversation, heard, answer);
}

/** Whether no later words were handled. */
const isLatest = (ahead: RequestAhead | undefined, { heardBy }: Heard) =>
  ahead?.heard_by === heardBy && ahead.final_for === undefined;

/** Whether an answer to these words would be the next step of the conversation. */
function mayFollow({ session, turns }: Conversation, { words, context }: Heard): boolean {
  const { now, arrivedAt } = context;
  const { settings, answer, holding, closed, voicemail } = session;
  // While the agent speaks, the words are an interruption or a backchannel; the final words show which.
  if (closed || voicemail || holding || answer || isLeaving(session) || !settings.turn_taking?.ask_ahead)
    return false;
  if (isTimeUp(turns, now()) || isOutOfTokens(session) || isBackchannel(words, settings.language))
    return false;
  // Frames may be handled in any order: these words may be part of the last turn.
  const last = turns.findLast((turn) => isSpoken(turn) && turn.sender === 'human');
  return !last || Date.parse(last.timestamp) < arrivedAt.getTime();
}

/** Asks the model, if the turn may make a further request, and waits for the final words. */
async function ask(conversation: Conversation, heard: Heard, answer: Answer): Promise<void> {
  const { heardBy, words, context } = heard;
  const { session, turns, ahead } = conversation;
  const expected = callerSpoke(session, words, context.now());
  const { generation } = expected.session;
  const requests = (ahead?.requests_of === generation ? ahead.requests : 0) + 1;
  const mayAsk = requests <= (session.settings.turn_taking?.requests_ahead ?? 0);
  const state = { generation, turns: expected.session.turns, requests };
  if (mayAsk && !(await noteAsked(context, heardBy, state))) return;
  const likely = { session: expected.session, turns: [...turns, ...expected.newTurns] };
  const outcome = mayAsk
    ? await useOrDrop(askAhead(likely, words, context), { likely, heard, answer })
    : await untilFinal(heardBy, session, context);
  if (outcome === 'missing') await askAgain(session, heard);
}

/**
 * Answers with the prefetched answer if the words are final and the conversation is as expected. Drops it otherwise.
 */
async function useOrDrop(
  prefetch: PrefetchRequest,
  {
    likely,
    heard,
    answer,
  }: { readonly likely: Conversation; readonly heard: Heard; readonly answer: Answer },
): Promise<Outcome> {
  const { heardBy, context } = heard;
  let used: Conversation | undefined;
  try {
    const outcome = await untilFinal(heardBy, likely.session, context);
    if (typeof outcome === 'string') return outcome;
    used = await mayAnswer(likely, heard);
    if (used) await answer(used, await preparedBy(prefetch, outcome, context));
    return outcome;
  } finally {
    if (!used) await drop(prefetch, likely.session, context);
  }
}

/** The conversation, if this invocation may answer its last words. Returns undefined if the caller has gone on. */
async function mayAnswer(
  { session }: Conversation,
  { heardBy, context }: Heard,
): Promise<Conversation | undefined> {
  const reading = getConversation(context.table, context.connectionId);
  reading.catch(() => undefined);
  if (!(await adopt(context, heardBy))) return undefined;
  // From now on nobody else answers.
  const conversation = await orAskAgain(session, context, () => reading);
  return conversation?.session.generation === session.generation ? conversation : undefined;
}

/**
 * Asks the caller to repeat the words. The vendor reported words, and its longest silence is over, but neither further
 * words nor the final ones arrived. The caller waits for an answer. The record has the words, and that they are not final.
 */
async function askAgain(
  { generation, settings, call_id: callId }: Session,
  { words, context }: Heard,
): Promise<void> {
  const text = PHRASES[settings.language].trouble;
  const spoken = await changeSession(context, (current) =>
    current.generation === generation && !current.answer && !isLeaving(current) && !current.holding
      ? neverFinal(current, { words, apology: text }, context.now())
      : undefined,
  );
  if (!spoken) return;
  logger.warn('The telephony vendor did not report the final words of a caller.', { callId });
  try {
    // No other check watches a whole answer, whether it was sent or not.
    await context.watchSilence(spoken, spokenBy(text, context.now()));
  } finally {
    await context.connection.send({ type: 'text', token: text, last: true });
  }
}
