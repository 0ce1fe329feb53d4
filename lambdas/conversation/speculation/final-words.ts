import { createHash } from 'node:crypto';
import type { Listening } from '../../agents/model/end-of-turn.ts';
import { logger } from '../../platform/logger.ts';
import type { Session } from '../model/session.ts';
import { listeningIn } from '../model/spoken-language.ts';
import { normalizedWords } from '../model/words/normalized-phrase.ts';
import type { FrameContext } from '../ports.ts';
import type { SpeculationState, StoredConversation } from '../store/conversation-store.ts';
import { awaitAdoption } from '../waits.ts';

// With partial words, an invocation asks the model and waits. That of the final words lets it answer, or answers itself.

/** The vendor's longest silence if it chooses one itself. */
const LONGEST_SILENCE_MS = 5_000;
/** How late final words may be after the vendor's longest silence: usually, and at the least. */
const FINAL_LATE_MS = 500;
const LEAST_LATE_MS = 250;
/** After a contact's words the agent speaks at the latest, so that it is heard within 3 seconds. */
const HEARD_WITHIN_MS = 2_750;

/** The longest wait for final words, for any agent. */
export const LONGEST_WAIT_MS = LONGEST_SILENCE_MS + LEAST_LATE_MS;

/** Milliseconds within which words must become final or go on. A patient agent must not speak before its silence. */
export function longestWaitMs({ silenceMs }: Pick<Listening, 'silenceMs'>): number {
  const silence = silenceMs === 'auto' ? LONGEST_SILENCE_MS : silenceMs;
  return Math.max(silence + LEAST_LATE_MS, Math.min(silence + FINAL_LATE_MS, HEARD_WITHIN_MS));
}

/** A hash of an utterance that ignores case, spaces and punctuation. */
export const wordsHash = (connectionId: string, words: string): string =>
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
export interface WaitingSpeculation {
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

/** Lets the invocation that speculated answer. Returns false if it does not begin in time, or may not. */
export async function handOver(
  { invocationId, generation, turns }: WaitingSpeculation,
  session: Session,
  context: FrameContext,
): Promise<boolean> {
  const isSame = session.generation === generation && session.turns === turns;
  if (!(await reportFinal(invocationId, isSame ? invocationId : '', context)) || !isSame) return false;
  if (
    (await awaitAdoption(invocationId, context)) ||
    !(await context.store.claimAnswer(invocationId, 'final'))
  )
    return true;
  logger.warn('Speculative answer not adopted; the model is asked again.', { callId: session.call_id });
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
