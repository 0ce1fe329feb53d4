import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { apologize } from './apologize.ts';
import { commit, countTokensOfTurn, listenAfter, runEffects } from './change-session.ts';
import { isBackchannel, mayBeAnswered } from './model/backchannels.ts';
import { spokenBy, wasPlayed } from './model/playback.ts';
import type { Conversation, Session } from './model/session.ts';
import { maxCallSeconds } from './model/settings.ts';
import { dueAction } from './model/steps/session-steps.ts';
import { inputOf } from './model/takeover.ts';
import { afterUserTurn, type UserTurn, type UserTurnChange } from './model/user-turn.ts';
import { type FrameContext, isCurrent, realWait } from './ports.ts';
import {
  beforeFinal,
  dismissOthers,
  handOver,
  speculationOn,
  type WaitingSpeculation,
} from './speculation/final-words.ts';
import { foresee } from './speculation/partial-words.ts';
import { Speculation, type TurnBasis } from './speculation/speculation.ts';
import type { StoredConversation } from './store/conversation-store.ts';
import { isReplayed, noted } from './takeover.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { STEPS } from './turn/instead-of-answer.ts';
import { TurnTimes } from './turn/turn-times.ts';
import { awaitEndOfAnswer } from './waits.ts';

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
  const foreseen = await foresee(text, context);
  if (foreseen) await orApologize(foreseen.session, answer(foreseen, foreseen.basis, context), context);
}

/** Answers the first entry of keys, complete or not, unless another invocation does. */
export const answerKeys = (context: FrameContext, keys: Pick<UserTurn, 'onlyCompleteKeys'> = {}) =>
  onUserTurn({ text: '', ...keys }, context);

/** How far the answer is while a turn of the contact is being stored. */
type Progress =
  /** Another invocation asked the model for an answer to exactly these words, and waits for them to be final. */
  | { readonly kind: 'foreseen'; readonly waiting: WaitingSpeculation }
  /** This invocation asked the model on the expected change. */
  | { readonly kind: 'asked'; readonly basis: TurnBasis; readonly speculation: Speculation }
  /** No model was asked: something else stands in place of an answer, or another invocation may store these keys. */
  | { readonly kind: 'unasked'; readonly basis: TurnBasis };

type AnsweredConversation = Conversation & Pick<UserTurnChange, 'says'>;

interface Turn {
  readonly text: string;
  readonly conversation: StoredConversation;
  readonly before: ReturnType<typeof beforeFinal>;
  /** Its change, unless another invocation changes the conversation first. */
  readonly expected: UserTurnChange | undefined;
}

/** Stores the contact's words or keys, and answers them. The model is asked meanwhile. */
async function onUserTurn(
  input: Pick<UserTurn, 'text' | 'lang' | 'onlyCompleteKeys'>,
  context: FrameContext,
): Promise<void> {
  const conversation = await awaitEndOfAnswer(context);
  if (!conversation || conversation.session.closed || conversation.session.voicemail) return;
  if (!isCurrent(conversation.session, context)) return;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  if (input.text !== '' && (await isReplayed(conversation.session, inputOf(input.text), context)))
    return dismissOthers(conversation, context);
  if (isListening(conversation.session, input.text)) {
    logger.info('Backchannel ignored.', { callId });
    return;
  }
  const before = beforeFinal(conversation, context.arrivedAt);
  const userTurn: UserTurn = { ...input, droppedTokens: before.droppedTokens };
  const limits = { now: context.now(), maxCallSeconds: readVariable(maxCallSeconds) };
  const reduce = (state: Conversation) => {
    const note = input.text === '' ? undefined : noted(state.session, inputOf(input.text), context);
    if (note?.isReplay || !isCurrent(state.session, context)) return undefined;
    return afterUserTurn({ ...state, ...(note && { session: note.session }) }, userTurn, limits);
  };
  const turn: Turn = { text: input.text, conversation, before, expected: reduce(conversation) };
  const progress = begin(turn, context);
  const dismissal = progress.kind === 'foreseen' ? undefined : dismissOthers(conversation, context);
  try {
    if (progress.kind === 'asked') await (context.wait ?? realWait)(HEAD_START_MS);
    const read = () => context.store.getConversation();
    const first = { state: conversation, change: turn.expected };
    const change = await commit<Conversation, UserTurnChange>(context, { reduce, read, first });
    await dismissal;
    if (change) await orApologize(change.session, respond(change, { turn, progress }, context), context);
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

/** Begins the answer before the turn is stored, if the turn will be answered by a model. */
function begin(turn: Turn, context: FrameContext): Progress {
  const { text, conversation, expected } = turn;
  // Invocations of several keys may each find the same entry complete; only one of them stores it.
  if (text === '' || expected?.nextStep !== 'answer' || goesOnWithoutModel(expected))
    return { kind: 'unasked', basis: basisOf(turn, context) };
  // Another invocation may have foreseen these words, in the previous language.
  const isForeseeable = expected.session.settings.language === conversation.session.settings.language;
  const waiting = isForeseeable ? speculationOn(text, conversation, context) : undefined;
  if (waiting) return { kind: 'foreseen', waiting };
  const basis = basisOf(turn, context);
  return { kind: 'asked', basis, speculation: Speculation.begin(expected, basis) };
}

/** Whether the steps of the agent say or do something first, after which a model may have nothing to answer. */
const goesOnWithoutModel = ({ session, says = [] }: UserTurnChange) =>
  says.length > 0 || dueAction(session) !== undefined;

const basisOf = ({ text, conversation: { session }, before }: Turn, context: FrameContext): TurnBasis => ({
  models: context.models(session),
  knowledge: text === '' ? Promise.resolve([]) : context.knowledge(session, text),
  times: new TurnTimes(context.arrivedAt, context.now, before),
});

/** Answers a stored turn, or does what stands in place of an answer. */
async function respond(
  change: UserTurnChange,
  { turn, progress }: { readonly turn: Turn; readonly progress: Progress },
  context: FrameContext,
): Promise<void> {
  const { session, nextStep } = change;
  await runEffects(change, context).catch(logFailure(session));
  if (nextStep !== 'answer') return STEPS[nextStep](session, context);
  switch (progress.kind) {
    case 'foreseen':
      if (await handOver(progress.waiting, session, context)) return;
      return answer(change, basisOf(turn, context), context);
    case 'asked': {
      const { basis, speculation } = progress;
      if (change !== turn.expected && !(await speculation.fits(change))) await speculation.drop();
      return answer(change, { ...basis, models: speculation.adopt() }, context);
    }
    case 'unasked':
      return answer(change, progress.basis, context);
  }
}

/** Waits for the response to a stored turn. If that fails, the agent asks for it again. */
async function orApologize(session: Session, response: Promise<void>, context: FrameContext): Promise<void> {
  try {
    await response;
  } catch (error) {
    await apologize(session, context);
    throw error;
  }
}

/** What fails beside an answer keeps nobody from answering. */
const logFailure =
  ({ call_id: callId }: Session) =>
  (error: unknown) =>
    logger.error('Post-answer step failed.', { callId, error });

/** An action of a step is due although the contact has said nothing. */
export async function onStepsDue(context: FrameContext): Promise<void> {
  const conversation = await context.store.getConversation();
  if (!conversation || conversation.session.closed || dueAction(conversation.session) === undefined) return;
  const times = new TurnTimes(context.arrivedAt, context.now);
  const basis = { models: [], knowledge: Promise.resolve([]), times };
  await orApologize(conversation.session, answer(conversation, basis, context), context);
}

async function answer(
  conversation: AnsweredConversation,
  basis: TurnBasis,
  context: FrameContext,
): Promise<void> {
  const { session } = conversation;
  const words = await answerTurn({ ...context, ...conversation, ...basis, modelsOf: context.models });
  // In a rehearsal nobody waits on a telephone.
  if (!session.rehearsal) basis.times.emit({ interrupted: words === undefined });
  // The vendor's report of the end of the words, which schedules a more exact check, may be missing.
  if (words !== undefined) {
    await context.watchSilence(session, spokenBy(words, context.now()));
    await listenAfter(session, words, context).catch(logFailure(session));
  }
  await countTokensOfTurn(session, context).catch(logFailure(session));
}
