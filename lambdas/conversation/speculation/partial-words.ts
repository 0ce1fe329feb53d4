import { newId } from '../../platform/ids.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { apologize, askForLostWords } from '../apologize.ts';
import { isBackchannel } from '../model/backchannels.ts';
import { type Conversation, isLeaving, isOfContact, type Session } from '../model/session.ts';
import { contactSpoke } from '../model/session-events.ts';
import { maxCallSeconds } from '../model/settings.ts';
import { listeningIn } from '../model/spoken-language.ts';
import { isOutOfTokens, isTimeUp } from '../model/user-turn.ts';
import { type FrameContext, isPresent, realWait } from '../ports.ts';
import type { StoredConversation } from '../store/conversation-store.ts';
import { TurnTimes } from '../turn/turn-times.ts';
import { awaitFinalWords, type Outcome } from '../waits.ts';
import { LONGEST_WAIT_MS, longestWaitMs, wordsHash } from './final-words.ts';
import { Speculation, type TurnBasis } from './speculation.ts';

/** Milliseconds without other words: the vendor reports words every 250 ms while a person speaks (ports.ts). */
const STABLE_MS = 300;

interface PartialWords {
  readonly words: string;
  readonly invocationId: string;
  readonly context: FrameContext;
}

/** A stored turn that this invocation may answer. */
interface Foreseen extends Conversation {
  readonly basis: TurnBasis;
}

/** Speculates that partial words are all of a turn. Returns the turn, if they became final and this invocation answers. */
export async function foresee(words: string, context: FrameContext): Promise<Foreseen | undefined> {
  const { store, arrivedAt, now, wait = realWait } = context;
  const partial: PartialWords = { words, invocationId: newId(), context };
  const isLatest = await store.notePartialWords({
    invocationId: partial.invocationId,
    arrivedAt,
    wordsHash: wordsHash(store.connectionId, words),
    waitedMs: LONGEST_WAIT_MS,
    now: now(),
  });
  if (!isLatest) return undefined;
  const { stableMs = STABLE_MS } = context.speculationTimes ?? {};
  await wait(Math.max(0, stableMs - (now().getTime() - arrivedAt.getTime())));
  const conversation = await store.getConversation();
  const state = conversation?.speculation;
  if (state?.invocation !== partial.invocationId || state.final_for !== undefined) return undefined;
  if (!conversation || !mayFollow(conversation, partial)) return undefined;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  const outcome = await speculate(conversation, partial);
  if (outcome === 'missing') await askForLostWords(conversation.session, words, context);
  return typeof outcome === 'object' ? outcome : undefined;
}

function mayFollow({ session, turns }: Conversation, { words, context }: PartialWords): boolean {
  if (!isPresent(session, context)) return false;
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
): Promise<Foreseen | 'other' | 'missing'> {
  const { invocationId, words, context } = partial;
  const { arrivedAt, now } = context;
  const expectedChange = contactSpoke(session, words, now());
  const { generation } = expectedChange.session;
  const requests = (state?.requests_of === generation ? state.requests : 0) + 1;
  if (requests > (session.settings.turn_taking?.requests_ahead ?? 0))
    return unanswered(await untilFinal(session, partial));
  const turn = { generation, turns: expectedChange.session.turns, requests };
  if (!(await context.store.noteSpeculation(invocationId, turn))) return 'other';
  const conversation = { session: expectedChange.session, turns: [...turns, ...expectedChange.newTurns] };
  const basis = { models: context.models(session), knowledge: context.knowledge(session, words) };
  const speculation = Speculation.begin(conversation, basis);
  try {
    const outcome = await untilFinal(session, partial);
    const adoptedTurn = outcome instanceof Date && (await adoptTurn(conversation, partial));
    if (!adoptedTurn) return unanswered(outcome);
    const wastedTokens = (adoptedTurn.session.wasted_tokens ?? 0) - (session.wasted_tokens ?? 0);
    const times = new TurnTimes(outcome, now, { lastWordAt: arrivedAt, wastedTokens });
    return { ...adoptedTurn, basis: { ...basis, models: speculation.adopt(), times } };
  } finally {
    const tokens = await speculation.abandon(context);
    if (tokens > 0) await context.store.addDroppedTokens(tokens);
  }
}

/** Words that became final, and that another invocation answers, are as good as other words. */
const unanswered = (outcome: Outcome) => (outcome instanceof Date ? 'other' : outcome);

const untilFinal = (session: Session, { invocationId, context }: PartialWords): Promise<Outcome> => {
  const patience = { sinceMs: context.arrivedAt.getTime(), forMs: longestWaitMs(listeningIn(session)) };
  return awaitFinalWords({ invocationId, ...patience }, context);
};

/** The conversation, if this invocation may answer its last words. Returns undefined if the contact has gone on. */
async function adoptTurn(
  { session }: Conversation,
  { invocationId, context }: PartialWords,
): Promise<Conversation | undefined> {
  const reading = context.store.getConversation();
  reading.catch(() => undefined);
  if (!(await context.store.claimAnswer(invocationId, 'partial'))) return undefined;
  // From now on nobody else answers.
  const conversation = await reading.catch(async (error: unknown) => {
    await apologize(session, context);
    throw error;
  });
  return conversation?.session.generation === session.generation ? conversation : undefined;
}
