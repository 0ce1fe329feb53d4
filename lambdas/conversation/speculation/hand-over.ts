import { createHash } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { isBackchannel } from '../model/backchannels.ts';
import { type Conversation, isLeaving, isOfContact, type Session } from '../model/session.ts';
import { contactSpoke } from '../model/session-events.ts';
import { maxCallSeconds } from '../model/settings.ts';
import { listeningIn } from '../model/spoken-language.ts';
import { isTimeUp } from '../model/time-limit.ts';
import { isOutOfTokens } from '../model/user-turn.ts';
import { normalizedWords } from '../model/words/normalized-phrase.ts';
import type { FrameContext, SpeculationTimes } from '../ports.ts';
import { realWait } from '../ports.ts';
import type { StoredConversation } from '../store/conversations.ts';
import type { SpeculationState } from '../store/speculation-state.ts';
import { TurnTimes } from '../turn/turn-times.ts';
import { apologizeOnFailure } from '../unanswered-turn.ts';
import { Speculation, type TurnBasis } from './speculation.ts';
import { askToRepeatWords, LONGEST_WAIT_MS, longestWaitMs } from './wait-for-final-words.ts';

// With partial words, an invocation asks the model and waits. That of the final words lets it answer, or answers itself.

const SPECULATION_TIMES: SpeculationTimes = { stableMs: 300, pollMs: 25, adoptMs: 250 };

type Answer = (conversation: Conversation, basis: TurnBasis) => Promise<void>;

interface PartialWords {
  readonly words: string;
  readonly invocationId: string;
  readonly context: FrameContext;
}

/** The time at which partial words were final for this invocation; other words followed; or the frame is missing. */
type Outcome = Date | 'other' | 'missing';

/** Speculates that partial words are all of a turn. `answer` speaks the answer if they become final. */
export async function onPartialWords(words: string, context: FrameContext, answer: Answer): Promise<void> {
  const { store, arrivedAt, now, wait = realWait } = context;
  const partial: PartialWords = { words, invocationId: newId(), context };
  const isLatest = await store.notePartialWords({
    invocationId: partial.invocationId,
    arrivedAt,
    wordsHash: wordsHash(store.connectionId, words),
    waitedMs: LONGEST_WAIT_MS,
    now: now(),
  });
  if (!isLatest) return;
  const { stableMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  await wait(Math.max(0, stableMs - (now().getTime() - arrivedAt.getTime())));
  const conversation = await store.getConversation();
  const state = conversation?.speculation;
  if (state?.invocation !== partial.invocationId || state.final_for !== undefined) return;
  if (!conversation || !mayFollow(conversation, partial)) return;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  const outcome = await speculate(conversation, partial, answer);
  if (outcome === 'missing') await askToRepeatWords(conversation.session, words, context);
}

function mayFollow({ session, turns }: Conversation, { words, context }: PartialWords): boolean {
  const { now, arrivedAt } = context;
  const { settings, answer, holding, closed, voicemail } = session;
  // While the agent speaks, the words are an interruption or a backchannel; the final words show which.
  if (closed || voicemail || holding || answer || isLeaving(session) || !settings.turn_taking?.ask_ahead)
    return false;
  const isLast = isTimeUp(turns, now(), readVariable(maxCallSeconds)) || isOutOfTokens(session);
  if (isLast || isBackchannel(words, settings.language)) return false;
  // Frames may be handled in any order: these words may be part of the last turn.
  const last = turns.findLast(isOfContact);
  return !last || Date.parse(last.timestamp) < arrivedAt.getTime();
}

async function speculate(
  { session, turns, speculation: state }: StoredConversation,
  partial: PartialWords,
  answer: Answer,
): Promise<Outcome> {
  const { invocationId, words, context } = partial;
  const { arrivedAt, now } = context;
  const expectedChange = contactSpoke(session, words, now());
  const { generation } = expectedChange.session;
  const requests = (state?.requests_of === generation ? state.requests : 0) + 1;
  if (requests > (session.settings.turn_taking?.requests_ahead ?? 0)) return untilFinal(session, partial);
  const turn = { generation, turns: expectedChange.session.turns, requests };
  if (!(await context.store.noteSpeculation(invocationId, turn))) return 'other';
  const conversation = { session: expectedChange.session, turns: [...turns, ...expectedChange.newTurns] };
  const basis = { models: context.models(session), knowledge: context.knowledge(session, words) };
  const speculation = Speculation.begin(conversation, basis);
  try {
    const outcome = await untilFinal(session, partial);
    const adoptedTurn = outcome instanceof Date && (await adoptTurn(conversation, partial));
    if (!adoptedTurn) return outcome;
    const wastedTokens = (adoptedTurn.session.wasted_tokens ?? 0) - (session.wasted_tokens ?? 0);
    const times = new TurnTimes(outcome, now, { lastWordAt: arrivedAt, wastedTokens });
    await answer(adoptedTurn, { ...basis, models: speculation.adopt(), times });
    return outcome;
  } finally {
    const tokens = await speculation.abandon(context);
    if (tokens > 0) await context.store.addDroppedTokens(tokens);
  }
}

/** Waits until partial words are final. It polls one small item, which costs half a read unit each time. */
async function untilFinal(session: Session, { invocationId, context }: PartialWords): Promise<Outcome> {
  const { pollMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  const partialMs = context.arrivedAt.getTime();
  const endsMs = partialMs + longestWaitMs(listeningIn(session));
  while (context.now().getTime() < endsMs) {
    const state = await context.store.readSpeculationState();
    // An older state may be read: then the latest words are still those of an earlier frame.
    const isOwn = state?.invocation === invocationId;
    if (!state || (!isOwn && state.partial_ms >= partialMs)) return 'other';
    if (isOwn && state.final_for === invocationId) return new Date(state.final_ms);
    if (isOwn && state.final_for !== undefined) return 'other';
    await (context.wait ?? realWait)(pollMs);
  }
  return 'missing';
}

/** The conversation, if this invocation may answer its last words. Returns undefined if the contact has gone on. */
async function adoptTurn(
  { session }: Conversation,
  { invocationId, context }: PartialWords,
): Promise<Conversation | undefined> {
  const reading = context.store.getConversation();
  reading.catch(() => undefined);
  if (!(await context.store.claimAnswer(invocationId, 'partial'))) return undefined;
  // From now on nobody else answers.
  const conversation = await apologizeOnFailure(session, context, () => reading);
  return conversation?.session.generation === session.generation ? conversation : undefined;
}

/** A hash of an utterance that ignores case, spaces and punctuation. */
const wordsHash = (connectionId: string, words: string): string =>
  createHash('sha256')
    .update(`${connectionId}\n${normalizedWords(words)}`)
    .digest('base64url');

/** When the last partial words of the turn arrived, and the tokens of dropped answers: all, and those of no turn yet. */
export function beforeFinal({ session, speculation: state }: StoredConversation, arrivedAt: Date) {
  if (!state) return { droppedTokens: 0, wastedTokens: 0 };
  const { partial_ms, final_ms, dropped_tokens: droppedTokens } = state;
  const isOfTurn = partial_ms > final_ms && isWaiting(state, session, arrivedAt);
  const wastedTokens = droppedTokens - (session.wasted_tokens ?? 0);
  return { ...(isOfTurn && { lastWordAt: new Date(partial_ms) }), droppedTokens, wastedTokens };
}

/** An invocation that waits with an answer to words that are not final yet. */
interface WaitingSpeculation {
  readonly invocationId: string;
  readonly generation: number;
  readonly turns: number;
}

/** The speculation on exactly these final words. Returns undefined if no invocation waits with one. */
export function speculationOn(
  text: string,
  { session, speculation: state }: StoredConversation,
  { store, arrivedAt }: FrameContext,
): WaitingSpeculation | undefined {
  if (!state || !isWaiting(state, session, arrivedAt)) return undefined;
  const { invocation: invocationId, generation, turns, words_hash } = state;
  if (invocationId === undefined || generation === undefined || turns === undefined) return undefined;
  return words_hash === wordsHash(store.connectionId, text) ? { invocationId, generation, turns } : undefined;
}

/** Whether an invocation may be waiting for final words. */
function isWaiting(state: SpeculationState, session: Session, now: Date): boolean {
  const { invocation, final_for, partial_ms } = state;
  if (invocation === undefined || final_for !== undefined) return false;
  return now.getTime() - partial_ms < longestWaitMs(listeningIn(session));
}

/** Lets the invocation that speculated answer. Returns false if it does not begin within `adoptMs`, or may not. */
export async function handOver(
  { invocationId, generation, turns }: WaitingSpeculation,
  session: Session,
  context: FrameContext,
): Promise<boolean> {
  const isSame = session.generation === generation && session.turns === turns;
  if (!(await reportFinal(invocationId, isSame ? invocationId : '', context)) || !isSame) return false;
  if ((await isAdopted(invocationId, context)) || !(await context.store.claimAnswer(invocationId, 'final')))
    return true;
  logger.warn('Speculative answer not adopted; the model is asked again.', { callId: session.call_id });
  return false;
}

/** Checks for `adoptMs` whether the invocation answers. */
async function isAdopted(invocationId: string, context: FrameContext): Promise<boolean> {
  const { adoptMs, pollMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  const endsMs = context.now().getTime() + adoptMs;
  do {
    await (context.wait ?? realWait)(pollMs);
    const state = await context.store.readSpeculationState();
    if (state?.claimed_invocation === invocationId && state.claimed_by === 'partial') return true;
  } while (context.now().getTime() < endsMs);
  return false;
}

/** Tells the invocations that wait with other words that their words will not become final. Never throws. */
export async function dismissOthers(
  { session, speculation: state }: StoredConversation,
  context: FrameContext,
): Promise<void> {
  if (!state?.invocation || !isWaiting(state, session, context.arrivedAt)) return;
  await reportFinal(state.invocation, '', context);
}

/** Returns true also if the outcome is unknown: `claimAnswer` then decides. */
function reportFinal(invocationId: string, finalFor: string, context: FrameContext): Promise<boolean> {
  const final = { finalFor, arrivedAt: context.arrivedAt };
  return context.store.noteFinalWords(invocationId, final).catch((error: unknown) => {
    logger.warn('Final words not passed to the invocation that waits for them.', { error });
    return true;
  });
}
