import { newId } from '../../platform/ids.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { apologizeOnFailure, askForLostWords } from '../apologize.ts';
import { isBackchannel } from '../model/backchannels.ts';
import { type Conversation, isOfContact, type Session } from '../model/session.ts';
import { maxCallSeconds } from '../model/settings.ts';
import { listeningIn } from '../model/spoken-language.ts';
import { afterUserTurn, type UserTurnChange } from '../model/user-turn.ts';
import { type FrameContext, isPresent } from '../ports.ts';
import type { StoredConversation } from '../store/conversation-store.ts';
import { awaitFinalWords, awaitStable, type Outcome } from '../waits.ts';
import { LONGEST_WAIT_MS, longestWaitMs, Speculation, type TurnBasis, wordsHash } from './speculation.ts';
import { TurnTimes } from './turn-times.ts';

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
  const { store, arrivedAt, now } = context;
  const partial: PartialWords = { words, invocationId: newId(), context };
  const isLatest = await store.notePartialWords({
    invocationId: partial.invocationId,
    arrivedAt,
    wordsHash: wordsHash(store.connectionId, words),
    waitedMs: LONGEST_WAIT_MS,
    now: now(),
  });
  if (!isLatest) return undefined;
  await awaitStable(context);
  const conversation = await store.getConversation();
  const state = conversation?.speculation;
  if (state?.invocation !== partial.invocationId || state.final_for !== undefined) return undefined;
  const expected = conversation && expectedTurn(conversation, partial);
  if (!expected) return undefined;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  const outcome = await speculate(conversation, expected, partial);
  if (outcome === 'missing') await askForLostWords(conversation.session, words, context);
  return typeof outcome === 'object' ? outcome : undefined;
}

/** The turn that these words become, if a model would answer it. */
function expectedTurn(
  conversation: Conversation,
  { words, context }: PartialWords,
): UserTurnChange | undefined {
  const { session, turns } = conversation;
  const { settings, answer, holding, closed, voicemail } = session;
  // While the agent speaks, the words are an interruption or a backchannel; the final words show which.
  if (closed || voicemail || holding || answer || !isPresent(session, context)) return undefined;
  if (!settings.turn_taking?.ask_ahead || isBackchannel(words, settings.language)) return undefined;
  // Frames may be handled in any order: these words may be part of the last turn.
  const last = turns.findLast(isOfContact);
  if (last && Date.parse(last.timestamp) >= context.arrivedAt.getTime()) return undefined;
  const limits = { now: context.now(), maxCallSeconds: readVariable(maxCallSeconds) };
  const expected = afterUserTurn(conversation, { text: words, droppedTokens: 0 }, limits);
  return expected?.asksModel ? expected : undefined;
}

async function speculate(
  { session, speculation: state }: StoredConversation,
  expected: UserTurnChange,
  partial: PartialWords,
): Promise<Foreseen | 'other' | 'missing'> {
  const { invocationId, words, context } = partial;
  const { generation, turns } = expected.session;
  const requests = (state?.requests_of === generation ? state.requests : 0) + 1;
  if (requests > (session.settings.turn_taking?.requests_ahead ?? 0))
    return unanswered(await untilFinal(session, partial));
  if (!(await context.store.noteSpeculation(invocationId, { generation, turns, requests }))) return 'other';
  const basis = { models: context.models(session), knowledge: context.knowledge(session, words) };
  const speculation = new Speculation(expected, basis);
  try {
    const outcome = await untilFinal(session, partial);
    const stored = outcome instanceof Date && (await claimedTurn(expected, partial));
    if (!stored) return unanswered(outcome);
    const wastedTokens = (stored.session.wasted_tokens ?? 0) - (session.wasted_tokens ?? 0);
    const times = new TurnTimes(outcome, context.now, { lastWordAt: context.arrivedAt, wastedTokens });
    return { ...stored, basis: { ...basis, models: await speculation.adopt(), times } };
  } finally {
    const tokens = await speculation.abandon(context);
    if (tokens > 0) await context.store.addDroppedTokens(tokens);
  }
}

/** Words that became final, and that another invocation answers, are as good as other words. */
const unanswered = (outcome: Outcome) => (outcome instanceof Date ? 'other' : outcome);

const untilFinal = (session: Session, { invocationId, context }: PartialWords): Promise<Outcome> =>
  awaitFinalWords(invocationId, longestWaitMs(listeningIn(session)), context);

/** The conversation, if this invocation may answer its last words. Returns undefined if the contact has gone on. */
async function claimedTurn(
  { session }: Conversation,
  { invocationId, context }: PartialWords,
): Promise<Conversation | undefined> {
  const reading = context.store.getConversation();
  reading.catch(() => undefined);
  if (!(await context.store.claimAnswer(invocationId, 'partial'))) return undefined;
  // From now on nobody else answers.
  const conversation = await apologizeOnFailure(session, reading, context);
  return conversation?.session.generation === session.generation ? conversation : undefined;
}
