import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../../domain/conversations/session.ts';
import { logger } from '../../runtime/logger.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import {
  noteFinal,
  type RequestAhead,
  readRequestAhead,
  revoke,
} from '../../store/conversations/requests-ahead.ts';
import { listeningIn } from '../../telephony/speech-recognition.ts';
import type { FrameContext } from '../frame-context.ts';
import { longestWaitMs } from './longest-wait.ts';
import { AHEAD_TIMES } from './times.ts';
import { wordsHash } from './words-hash.ts';

/** The state of a turn before its final words. */
export interface BeforeFinal {
  /** When the last of its words was heard. */
  readonly lastWordAt?: Date;
  /** Tokens of dropped answers in this conversation, and the part of them that no turn has counted yet. */
  readonly dropped: number;
  readonly wasted: number;
}

/** The caller's words that were reported before the frame that arrives now. */
export function beforeFinal({ session, ahead }: Conversation, { arrivedAt }: FrameContext): BeforeFinal {
  if (!ahead) return { dropped: 0, wasted: 0 };
  const { heard_ms, final_ms, speculative_tokens_in, speculative_tokens_out } = ahead;
  const dropped = speculative_tokens_in + speculative_tokens_out;
  const isOfTurn = heard_ms > final_ms && isWaiting(ahead, session, arrivedAt);
  return {
    ...(isOfTurn && { lastWordAt: new Date(heard_ms) }),
    dropped,
    wasted: dropped - (session.wasted_tokens ?? 0),
  };
}

/** An invocation that has asked the model with the words that are now final. */
export interface Asked {
  readonly heardBy: string;
  readonly generation: number;
  readonly turns: number;
}

/** The invocation that waits for these final words with an answer. Returns undefined if there is none. */
export function askedWith(
  text: string,
  { session, ahead }: Conversation,
  { connectionId, arrivedAt }: FrameContext,
): Asked | undefined {
  if (!ahead || !isWaiting(ahead, session, arrivedAt)) return undefined;
  const { heard_by: heardBy, generation, turns, words_hash } = ahead;
  const isAsked = heardBy !== undefined && generation !== undefined && turns !== undefined;
  return isAsked && words_hash === wordsHash(connectionId, text) ? { heardBy, generation, turns } : undefined;
}

/** Whether an invocation may be waiting for final words. */
function isWaiting({ heard_by, final_for, heard_ms }: RequestAhead, session: Session, now: Date): boolean {
  if (heard_by === undefined || final_for !== undefined) return false;
  return now.getTime() - heard_ms < longestWaitMs(listeningIn(session));
}

/**
 * Lets the invocation that asked ahead answer the caller's words, which are stored now. Returns false if it does not
 * answer within `adoptMs`; from then on it cannot. Returns false, too, if the conversation is not the one that it asked
 * about.
 */
export async function handOver(
  { heardBy, generation, turns }: Asked,
  { session, wasted }: { readonly session: Session; readonly wasted: number },
  context: FrameContext,
): Promise<boolean> {
  const isSame = session.generation === generation && session.turns === turns;
  const finalFor = isSame ? heardBy : '';
  if (!(await tellFinal(heardBy, { finalFor, wasted }, context)) || !isSame) return false;
  if ((await isAdopted(heardBy, context)) || !(await revoke(context, heardBy))) return true;
  logger.warn('An answer that was asked ahead was not taken up; the model is asked again.', {
    callId: session.call_id,
  });
  return false;
}

/** Checks for `adoptMs` whether the invocation answers. */
async function isAdopted(heardBy: string, context: FrameContext): Promise<boolean> {
  const { adoptMs, pollMs } = { ...AHEAD_TIMES, ...context.aheadTimes };
  const endsMs = context.now().getTime() + adoptMs;
  do {
    await wait(pollMs);
    if ((await readRequestAhead(context))?.adopted === heardBy) return true;
  } while (context.now().getTime() < endsMs);
  return false;
}

/** Tells the invocations that wait with other words that their words will not become final. Never throws. */
export async function dismissOthers({ session, ahead }: Conversation, context: FrameContext): Promise<void> {
  if (!ahead?.heard_by || !isWaiting(ahead, session, context.arrivedAt)) return;
  await tellFinal(ahead.heard_by, { finalFor: '', wasted: 0 }, context);
}

/** Returns true also if the outcome is unknown: `revoke` then decides. */
async function tellFinal(
  heardBy: string,
  told: { readonly finalFor: string; readonly wasted: number },
  context: FrameContext,
): Promise<boolean> {
  try {
    return await noteFinal(context, heardBy, { ...told, arrivedAt: context.arrivedAt });
  } catch (error) {
    logger.warn('Final words could not be passed to the invocation that waits for them.', { error });
    return true;
  }
}
