import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../platform/ids.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { listeningIn } from '../../vendors/telephony/speech-recognition.ts';
import { changeSession } from '../change-session.ts';
import { type FrameContext, isTimeUp } from '../frame-context.ts';
import { orAskAgain } from '../lost-words.ts';
import { isBackchannel } from '../model/backchannels.ts';
import { callerSpoke, isLeaving, neverFinal } from '../model/conversation.ts';
import { PHRASES } from '../model/phrases.ts';
import { isSpoken, type Session } from '../model/session.ts';
import { spokenBy } from '../model/silence.ts';
import { isOutOfTokens } from '../models/token-quota.ts';
import { type Conversation, getConversation } from '../store/conversations.ts';
import {
  addDroppedTokens,
  claimAnswer,
  notePartialWords,
  noteSpeculation,
  readSpeculationState,
} from '../store/speculation-state.ts';
import { TurnTimes } from '../turn/turn-times.ts';
import { wordsHash } from './final-words.ts';
import { type Prepared, Speculation } from './speculation.ts';
import { LONGEST_WAIT_MS, longestWaitMs, SPECULATION_TIMES } from './times.ts';

type Answer = (conversation: Conversation, prepared: Prepared) => Promise<void>;

interface PartialWords {
  readonly words: string;
  readonly heardBy: string;
  readonly context: FrameContext;
}

/** The time at which partial words were final for this invocation; other words followed; or the frame is missing. */
type Outcome = Date | 'other' | 'missing';

/** Speculates that partial words are all of a turn. `answer` speaks the answer if they become final. */
export async function onPartialWords(words: string, context: FrameContext, answer: Answer): Promise<void> {
  const { table, connectionId, arrivedAt, now } = context;
  const partial: PartialWords = { words, heardBy: newId(), context };
  const isLatest = await notePartialWords(context, {
    heardBy: partial.heardBy,
    heardAt: arrivedAt,
    wordsHash: wordsHash(connectionId, words),
    waitedMs: LONGEST_WAIT_MS,
    now: now(),
  });
  if (!isLatest) return;
  const { stableMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  await wait(Math.max(0, stableMs - (now().getTime() - arrivedAt.getTime())));
  const conversation = await getConversation(table, connectionId);
  const state = conversation?.speculation;
  if (state?.heard_by !== partial.heardBy || state.final_for !== undefined) return;
  if (!conversation || !mayFollow(conversation, partial)) return;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  const outcome = await speculate(conversation, partial, answer);
  if (outcome === 'missing') await askAgain(conversation.session, partial);
}

function mayFollow({ session, turns }: Conversation, { words, context }: PartialWords): boolean {
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

async function speculate(
  { session, turns, speculation: state }: Conversation,
  partial: PartialWords,
  answer: Answer,
): Promise<Outcome> {
  const { heardBy, words, context } = partial;
  const { arrivedAt, now } = context;
  const expected = callerSpoke(session, words, now());
  const { generation } = expected.session;
  const requests = (state?.requests_of === generation ? state.requests : 0) + 1;
  if (requests > (session.settings.turn_taking?.requests_ahead ?? 0)) return untilFinal(session, partial);
  const noted = { generation, turns: expected.session.turns, requests };
  if (!(await noteSpeculation(context, heardBy, noted))) return 'other';
  const likely = { session: expected.session, turns: [...turns, ...expected.newTurns] };
  const basis = { models: context.models(session), knowledge: context.knowledge(session, words) };
  const speculation = Speculation.begin(likely, basis);
  try {
    const outcome = await untilFinal(session, partial);
    const stored = outcome instanceof Date && (await adoptTurn(likely, partial));
    if (!stored) return outcome;
    const wasted = (stored.session.wasted_tokens ?? 0) - (session.wasted_tokens ?? 0);
    const times = new TurnTimes(outcome, now, { lastWordAt: arrivedAt, wasted });
    await answer(stored, { ...basis, models: speculation.adopt(), times });
    return outcome;
  } finally {
    const tokens = await speculation.abandon(context);
    if (tokens > 0) await addDroppedTokens(context, tokens);
  }
}

/** Waits until partial words are final. It polls one small item, which costs half a read unit each time. */
async function untilFinal(session: Session, { heardBy, context }: PartialWords): Promise<Outcome> {
  const { pollMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  const heardMs = context.arrivedAt.getTime();
  const endsMs = heardMs + longestWaitMs(listeningIn(session));
  while (context.now().getTime() < endsMs) {
    const state = await readSpeculationState(context);
    // An older state may be read: then the latest words are still those of an earlier frame.
    const isOwn = state?.heard_by === heardBy;
    if (!state || (!isOwn && state.heard_ms >= heardMs)) return 'other';
    if (isOwn && state.final_for === heardBy) return new Date(state.final_ms);
    if (isOwn && state.final_for !== undefined) return 'other';
    await wait(pollMs);
  }
  return 'missing';
}

/** The conversation, if this invocation may answer its last words. Returns undefined if the caller has gone on. */
async function adoptTurn(
  { session }: Conversation,
  { heardBy, context }: PartialWords,
): Promise<Conversation | undefined> {
  const reading = getConversation(context.table, context.connectionId);
  reading.catch(() => undefined);
  if (!(await claimAnswer(context, heardBy, 'partial'))) return undefined;
  // From now on nobody else answers.
  const conversation = await orAskAgain(session, context, () => reading);
  return conversation?.session.generation === session.generation ? conversation : undefined;
}

/** Asks the caller to repeat words that never became final, and stores that they are not final. */
async function askAgain(
  { generation, settings, call_id: callId }: Session,
  { words, context }: PartialWords,
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
