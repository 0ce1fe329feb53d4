import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { countTokensOfTurn, runEffects } from './effects.ts';
import { isBackchannel, mayBeAnswered } from './model/backchannels.ts';
import { spokenBy, wasPlayed } from './model/playback.ts';
import type { Conversation, Session } from './model/session.ts';
import { maxCallSeconds } from './model/settings.ts';
import { afterUserTurn, type UserTurn, type UserTurnChange } from './model/user-turn.ts';
import { awaitEndOfAnswer } from './ordering.ts';
import type { FrameContext } from './ports.ts';
import { realWait } from './ports.ts';
import {
  beforeFinal,
  dismissOthers,
  handOver,
  onPartialWords,
  speculationOn,
} from './speculation/hand-over.ts';
import { Speculation, type TurnBasis } from './speculation/speculation.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { STEPS } from './turn/instead-of-answer.ts';
import { TurnTimes } from './turn/turn-times.ts';
import { apologizeOnFailure } from './unanswered-turn.ts';

/** Milliseconds by which a request to the model precedes the write of its words, which ends before the first token. */
const HEAD_START_MS = 5;

/** The contact's words: all of a turn, or those of a turn that may go on. */
export async function onPrompt(
  { voicePrompt, last, lang }: Extract<RelayFrame, { type: 'prompt' }>,
  context: FrameContext,
): Promise<void> {
  const text = voicePrompt.trim();
  if (text === '') return;
  if (last) return onUserTurn({ text, lang }, context);
  await onPartialWords(text, context, (conversation, basis) =>
    apologizeOnFailure(conversation.session, context, () => answer(conversation, basis, context)),
  );
}

/** Answers the first entry of keys, complete or not, unless another invocation does. */
export const answerKeys = (context: FrameContext, keys: Pick<UserTurn, 'onlyCompleteKeys'> = {}) =>
  onUserTurn({ text: '', ...keys }, context);

/** Stores the contact's words or keys, and answers them. The model is asked meanwhile. */
async function onUserTurn(
  input: Pick<UserTurn, 'text' | 'lang' | 'onlyCompleteKeys'>,
  context: FrameContext,
): Promise<void> {
  const conversation = await awaitEndOfAnswer(context);
  if (!conversation || conversation.session.closed || conversation.session.voicemail) return;
  const { session } = conversation;
  const { text } = input;
  nameCall({ userId: session.user_id, callId: session.call_id });
  if (text !== '' && isListening(session, text)) {
    logger.info('Backchannel ignored.', { callId: session.call_id });
    return;
  }
  const before = beforeFinal(conversation, context.arrivedAt);
  const turn: UserTurn = { ...input, droppedTokens: before.droppedTokens };
  const limits = { now: context.now(), maxCallSeconds: readVariable(maxCallSeconds) };
  const reduce = (state: Conversation) => afterUserTurn(state, turn, limits);
  const expectedChange = reduce(conversation);
  // Invocations of several keys may each find the same entry complete; only one of them stores it.
  const isAnswered = text !== '' && expectedChange?.nextStep === 'answer';
  // Another invocation may have foreseen these words, in the previous language.
  const isForeseeable = isAnswered && expectedChange.session.settings.language === session.settings.language;
  const waitingSpeculation = isForeseeable ? speculationOn(text, conversation, context) : undefined;
  const gatherBasis = (): TurnBasis => ({
    models: context.models(session),
    knowledge: text === '' ? Promise.resolve([]) : context.knowledge(session, text),
    times: new TurnTimes(context.arrivedAt, context.now, before),
  });
  const basis = waitingSpeculation ? undefined : gatherBasis();
  const speculation = basis && isAnswered ? Speculation.begin(expectedChange, basis) : undefined;
  const dismissal = waitingSpeculation ? undefined : dismissOthers(conversation, context);
  try {
    if (speculation) await (context.wait ?? realWait)(HEAD_START_MS);
    const change = await commitUserTurn(reduce, { conversation, expectedChange }, context);
    await dismissal;
    if (!change) return;
    await apologizeOnFailure(change.session, context, async () => {
      await runEffects(change, context).catch(logFailure(change.session));
      if (change.nextStep !== 'answer') return STEPS[change.nextStep](change.session, context);
      if (waitingSpeculation && (await handOver(waitingSpeculation, change.session, context))) return;
      if (change !== expectedChange && !(await speculation?.fits(change))) await speculation?.drop();
      const models = speculation && { models: speculation.adopt() };
      await answer(change, { ...(basis ?? gatherBasis()), ...models }, context);
    });
  } finally {
    await speculation?.abandon(context);
  }
}

/** Whether the words only say that the contact listens to the agent, who goes on speaking: these are no turn. */
function isListening(session: Session, text: string): boolean {
  const isSpeaking = session.reports_playback === true && !wasPlayed(session);
  return isSpeaking && !mayBeAnswered(session) && isBackchannel(text, session.settings.language);
}

/** Stores a turn. Returns its change: `expectedChange` itself, unless the session had changed. */
async function commitUserTurn(
  reduce: (state: Conversation) => UserTurnChange | undefined,
  first: { readonly conversation: Conversation; readonly expectedChange: UserTurnChange | undefined },
  { store, now, wait }: FrameContext,
): Promise<UserTurnChange | undefined> {
  let state: Conversation | undefined = first.conversation;
  let change = first.expectedChange;
  const outcome = await attemptUntil(async () => {
    if (!state) {
      state = await store.getConversation();
      change = state && reduce(state);
    }
    if (!state || state.session.closed || !change) return { change: undefined };
    const { session: before } = state;
    state = undefined;
    const isStored = await store.applyChange({ before, now: now(), ...change });
    return isStored ? { change } : undefined;
  }, wait);
  return outcome.change;
}

/** What fails beside an answer keeps nobody from answering. */
const logFailure =
  ({ call_id: callId }: Session) =>
  (error: unknown) =>
    logger.error('Post-answer step failed.', { callId, error });

async function answer(conversation: Conversation, basis: TurnBasis, context: FrameContext): Promise<void> {
  const { session } = conversation;
  const words = await answerTurn({ ...context, ...conversation, ...basis });
  // In a rehearsal nobody waits on a telephone.
  if (!session.rehearsal) basis.times.emit({ interrupted: words === undefined });
  // The vendor's report of the end of the words, which schedules a more exact check, may be missing.
  if (words !== undefined) await context.watchSilence(session, spokenBy(words, context.now()));
  await countTokensOfTurn(session, context).catch(logFailure(session));
}
