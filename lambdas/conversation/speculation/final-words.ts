import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { logger } from '../../platform/logger.ts';
import { listeningIn } from '../../vendors/telephony/speech-recognition.ts';
import type { FrameContext } from '../frame-context.ts';
import { normalizedWords } from '../model/backchannels.ts';
import type { Session } from '../model/session.ts';
import type { Conversation } from '../store/conversations.ts';
import {
  claimAnswer,
  noteFinalWords,
  readSpeculationState,
  type SpeculationState,
} from '../store/speculation-state.ts';
import { longestWaitMs, SPECULATION_TIMES } from './times.ts';

/** A hash of an utterance that ignores case, spaces and punctuation. */
export const wordsHash = (connectionId: string, words: string): string =>
  createHash('sha256')
    .update(`${connectionId}\n${normalizedWords(words)}`)
    .digest('base64url');

interface BeforeFinal {
  readonly lastWordAt?: Date;
  /** Tokens of dropped answers in this conversation, and the part of them that no turn has counted yet. */
  readonly dropped: number;
  readonly wasted: number;
}

export function beforeFinal(
  { session, speculation: state }: Conversation,
  { arrivedAt }: FrameContext,
): BeforeFinal {
  if (!state) return { dropped: 0, wasted: 0 };
  const { heard_ms, final_ms, dropped_tokens: dropped } = state;
  const isOfTurn = heard_ms > final_ms && isWaiting(state, session, arrivedAt);
  const wasted = dropped - (session.wasted_tokens ?? 0);
  return { ...(isOfTurn && { lastWordAt: new Date(heard_ms) }), dropped, wasted };
}

interface Waiting {
  readonly heardBy: string;
  readonly generation: number;
  readonly turns: number;
}

/** The speculation on exactly these final words. Returns undefined if no invocation waits with one. */
export function speculatedWith(
  text: string,
  { session, speculation: state }: Conversation,
  { connectionId, arrivedAt }: FrameContext,
): Waiting | undefined {
  if (!state || !isWaiting(state, session, arrivedAt)) return undefined;
  const { heard_by: heardBy, generation, turns, words_hash } = state;
  if (heardBy === undefined || generation === undefined || turns === undefined) return undefined;
  return words_hash === wordsHash(connectionId, text) ? { heardBy, generation, turns } : undefined;
}

/** Whether an invocation may be waiting for final words. */
function isWaiting(
  { heard_by, final_for, heard_ms }: SpeculationState,
  session: Session,
  now: Date,
): boolean {
  if (heard_by === undefined || final_for !== undefined) return false;
  return now.getTime() - heard_ms < longestWaitMs(listeningIn(session));
}

/** Lets the invocation that speculated answer. Returns false if it does not begin within `adoptMs`, or may not. */
export async function handOver(
  { heardBy, generation, turns }: Waiting,
  session: Session,
  context: FrameContext,
): Promise<boolean> {
  const isSame = session.generation === generation && session.turns === turns;
  if (!(await reportFinal(heardBy, isSame ? heardBy : '', context)) || !isSame) return false;
  if ((await isAdopted(heardBy, context)) || !(await claimAnswer(context, heardBy, 'final'))) return true;
  logger.warn('A speculative answer was not adopted; the model is asked again.', { callId: session.call_id });
  return false;
}

/** Checks for `adoptMs` whether the invocation answers. */
async function isAdopted(heardBy: string, context: FrameContext): Promise<boolean> {
  const { adoptMs, pollMs } = { ...SPECULATION_TIMES, ...context.speculationTimes };
  const endsMs = context.now().getTime() + adoptMs;
  do {
    await wait(pollMs);
    const state = await readSpeculationState(context);
    if (state?.claimed === heardBy && state.claimed_by === 'partial') return true;
  } while (context.now().getTime() < endsMs);
  return false;
}

/** Tells the invocations that wait with other words that their words will not become final. Never throws. */
export async function dismissOthers(
  { session, speculation: state }: Conversation,
  context: FrameContext,
): Promise<void> {
  if (!state?.heard_by || !isWaiting(state, session, context.arrivedAt)) return;
  await reportFinal(state.heard_by, '', context);
}

/** Returns true also if the outcome is unknown: `claimAnswer` then decides. */
function reportFinal(heardBy: string, finalFor: string, context: FrameContext): Promise<boolean> {
  const final = { finalFor, arrivedAt: context.arrivedAt };
  return noteFinalWords(context, heardBy, final).catch((error: unknown) => {
    logger.warn('Final words could not be passed to the invocation that waits for them.', { error });
    return true;
  });
}
