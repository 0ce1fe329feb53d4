import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { apologizeOnFailure } from './apologize.ts';
import {
  commit,
  countTokensOfTurn,
  leaveConversation,
  listenAfter,
  runEffects,
  speakUp,
} from './change-session.ts';
import { isBackchannel, mayBeAnswered } from './model/backchannels.ts';
import { filledGreeting, valuesOf } from './model/filled-texts.ts';
import { PHRASES } from './model/phrases.ts';
import { spokenBy, wasPlayed } from './model/playback.ts';
import { type Conversation, isOfContact, type Session } from './model/session.ts';
import { maxCallSeconds } from './model/settings.ts';
import { dueAction } from './model/steps/session-steps.ts';
import { inputOf } from './model/takeover.ts';
import { afterUserTurn, type TurnStep, type UserTurn, type UserTurnChange } from './model/user-turn.ts';
import { type FrameContext, isCurrent, realWait } from './ports.ts';
import { isReplayed, noted } from './takeover.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { foresee } from './turn/partial-words.ts';
import {
  dismiss,
  handOver,
  Speculation,
  type TurnBasis,
  type WaitingInvocation,
  waitingIn,
  wordsHash,
} from './turn/speculation.ts';
import { TurnTimes } from './turn/turn-times.ts';
import { awaitEndOfAnswer } from './waits.ts';

/** The contact's words: all of a turn, or those of a turn that may go on. */
export async function onPrompt(
  { voicePrompt, last, lang }: Extract<RelayFrame, { type: 'prompt' }>,
  context: FrameContext,
): Promise<void> {
  const text = voicePrompt.trim();
  if (text === '') return;
  if (last) return onUserTurn({ text, lang }, context);
  const foreseen = await foresee(text, context);
  if (!foreseen) return;
  const { basis, ...conversation } = foreseen;
  await respond({ ...conversation, nextStep: 'answer' }, { kind: 'ready', basis }, context);
}

/** Answers the first entry of keys, complete or not, unless another invocation does. */
export const answerKeys = (context: FrameContext, keys: Pick<UserTurn, 'onlyCompleteKeys'> = {}) =>
  onUserTurn({ text: '', ...keys }, context);

/** An action of a step is due although the contact has said nothing. */
export async function onStepsDue(context: FrameContext): Promise<void> {
  const conversation = await context.store.getConversation();
  if (!conversation || conversation.session.closed || dueAction(conversation.session) === undefined) return;
  const times = new TurnTimes(context.arrivedAt, context.now);
  const basis = { models: [], knowledge: Promise.resolve([]), times };
  await respond({ ...conversation, nextStep: 'answer' }, { kind: 'ready', basis }, context);
}

/** Milliseconds by which a request to the model precedes the write of its words, which ends before the first token. */
const HEAD_START_MS = 5;

/** Stores the contact's words or keys, and answers them. The model is asked meanwhile. */
async function onUserTurn(input: Omit<UserTurn, 'droppedTokens'>, context: FrameContext): Promise<void> {
  const { store, arrivedAt, frameId, wait = realWait } = context;
  const conversation = await awaitEndOfAnswer(context);
  if (!conversation) return;
  const { session } = conversation;
  if (session.closed || session.voicemail || !isCurrent(session, context)) return;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const { text } = input;
  const waiting = waitingIn(conversation, arrivedAt);
  if (text !== '' && (await isReplayed(session, inputOf(text), context))) return dismiss(waiting, context);
  if (isListening(session, text)) {
    logger.info('Backchannel ignored.', { callId: session.call_id });
    return;
  }
  const droppedTokens = conversation.speculation?.dropped_tokens ?? 0;
  const limits = { now: context.now(), maxCallSeconds: readVariable(maxCallSeconds) };
  const reduce = (state: Conversation) => {
    const note = text === '' ? undefined : noted(state.session, inputOf(text), context);
    if (note?.isReplay || !isCurrent(state.session, context)) return undefined;
    const change = afterUserTurn({ ...state, ...note }, { ...input, droppedTokens }, limits);
    return change && frameId !== undefined
      ? { ...change, session: { ...change.session, answering: frameId } }
      : change;
  };
  const expected = reduce(conversation);
  const wastedTokens = droppedTokens > 0 ? droppedTokens - (session.wasted_tokens ?? 0) : 0;
  const lastWordMs = waiting && waiting.partial_ms > waiting.final_ms ? waiting.partial_ms : undefined;
  const before = { ...(lastWordMs !== undefined && { lastWordAt: new Date(lastWordMs) }), wastedTokens };
  const progress = begin({ text, session, before }, expected, waiting, context);
  const dismissal = progress.kind === 'foreseen' ? undefined : dismiss(waiting, context);
  try {
    if (progress.kind === 'asked') await wait(HEAD_START_MS);
    const first = { state: conversation, change: expected };
    const change = await commit(context, () => store.getConversation(), reduce, first);
    await dismissal;
    if (change) await respond(change, progress, context);
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

/** How far the answer to a turn is when the turn is stored. */
type Progress =
  /** Another invocation asked the model for an answer to exactly these words, and waits for them to be final. */
  | { readonly kind: 'foreseen'; readonly waiting: WaitingInvocation; readonly words: FinalWords }
  /** This invocation asked the model on the expected turn. */
  | { readonly kind: 'asked'; readonly basis: TurnBasis; readonly speculation: Speculation }
  /** No model was asked, or its answer is that of the first model in the basis. */
  | { readonly kind: 'ready'; readonly basis: TurnBasis };

/** The contact's words before they are stored. */
interface FinalWords {
  /** Empty for keys. */
  readonly text: string;
  readonly session: Session;
  readonly before: ConstructorParameters<typeof TurnTimes>[2];
}

/** What an answer is made from. Begins to search for passages. */
const basisOf = ({ text, session, before }: FinalWords, context: FrameContext): TurnBasis => ({
  models: context.models(session),
  knowledge: text === '' ? Promise.resolve([]) : context.knowledge(session, text),
  times: new TurnTimes(context.arrivedAt, context.now, before),
});

/** Begins the answer before the turn is stored, if a model will answer the expected turn. */
function begin(
  words: FinalWords,
  expected: UserTurnChange | undefined,
  waiting: WaitingInvocation | undefined,
  context: FrameContext,
): Progress {
  const { text, session } = words;
  // Invocations of several keys may each find the same entry complete; only one of them stores it.
  if (text === '' || !expected?.asksModel) return { kind: 'ready', basis: basisOf(words, context) };
  // Another invocation may have foreseen these words, in the previous language.
  const isSameLanguage = expected.session.settings.language === session.settings.language;
  if (isSameLanguage && waiting?.generation !== undefined) {
    const isSame = waiting.words_hash === wordsHash(context.store.connectionId, text);
    if (isSame) return { kind: 'foreseen', waiting, words };
  }
  const basis = basisOf(words, context);
  return { kind: 'asked', basis, speculation: new Speculation(expected, basis) };
}

type StoredTurn = Omit<UserTurnChange, 'newTurns' | 'asksModel'>;

/** Answers a stored turn, or does what stands in place of an answer. If that fails, the agent asks for the turn again. */
const respond = (turn: StoredTurn, progress: Progress, context: FrameContext): Promise<void> =>
  apologizeOnFailure(turn.session, respondOnce(turn, progress, context), context);

async function respondOnce(turn: StoredTurn, progress: Progress, context: FrameContext): Promise<void> {
  const { session, nextStep } = turn;
  await runEffects(turn, context).catch(logFailure(session));
  if (nextStep !== 'answer') return STEPS[nextStep](session, context);
  switch (progress.kind) {
    case 'foreseen':
      if (await handOver(progress.waiting, session, context)) return;
      return answer(turn, basisOf(progress.words, context), context);
    case 'asked':
      return answer(turn, { ...progress.basis, models: await progress.speculation.adopt(turn) }, context);
    case 'ready':
      return answer(turn, progress.basis, context);
  }
}

async function answer(turn: StoredTurn, basis: TurnBasis, context: FrameContext): Promise<void> {
  const { session } = turn;
  const words = await answerTurn({ ...context, ...turn, ...basis, modelsOf: context.models });
  // In a rehearsal nobody waits on a telephone.
  if (!session.rehearsal) basis.times.emit({ interrupted: words === undefined });
  // The vendor's report of the end of the words, which schedules a more exact check, may be missing.
  if (words !== undefined) {
    await context.watchSilence(session, spokenBy(words, context.now()));
    await listenAfter(session, words, context).catch(logFailure(session));
  }
  await countTokensOfTurn(session, context).catch(logFailure(session));
}

/** What fails beside an answer keeps nobody from answering. */
const logFailure =
  ({ call_id: callId }: Session) =>
  (error: unknown) =>
    logger.error('Post-answer step failed.', { callId, error });

type Step = (session: Session, context: FrameContext) => Promise<void>;

/** What the agent does after a turn of the contact in place of a model's answer. */
const STEPS: Readonly<Record<Exclude<TurnStep, 'answer'>, Step>> = {
  await_beep: awaitBeep,
  introduce,
  wait: async (session, context) => context.watchSilence(session, context.now()),
  hang_up: (session, context) => sayLast('goodbye', session, context),
  speak_of_action: speakOfAction,
  leave: leaveConversation,
  say_farewell: (session, context) => sayLast('farewell', session, context),
  stay_on_hold: async () => {},
  stop_calling: stopCalling,
  end_for_tokens: async (session, context) => {
    await sayLast('farewell', session, context);
    await context.call?.explainEndForTokens(session);
  },
};

/** Milliseconds after the last words of a greeting after which the beep is assumed, if detection does not report it. */
const BEEP_WITHIN_MS = 5_000;

/** Says nothing to a voicemail's greeting. The beep is assumed after some seconds, unless the vendor reports it. */
async function awaitBeep(session: Session, context: FrameContext): Promise<void> {
  await context.watchVoicemail(session, new Date(context.now().getTime() + BEEP_WITHIN_MS));
  await context.watchSilence(session, context.now());
}

/** Tells a screener who calls and why, word for word. Then the agent waits for the person. */
function introduce(session: Session, context: FrameContext): Promise<void> {
  const { identity = '', purpose = '' } = session.settings.call_screening ?? {};
  const values = valuesOf(session);
  const text = [identity, purpose].map((words) => sentence(filledGreeting(words, values))).join(' ');
  return say(text, session, context);
}

const sentence = (words: string) => (/[.!?…。！？।]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);

function speakOfAction(session: Session, context: FrameContext): Promise<void> {
  const { goodbye, connecting, holding } = PHRASES[session.settings.language];
  const text = session.ending ? goodbye : session.handoff === undefined ? holding : connecting;
  return say(text, session, context);
}

/** Speaks unless the contact went on. */
async function say(text: string, { generation }: Session, context: FrameContext): Promise<void> {
  const after = await speakUp(context, (current) =>
    current.generation === generation ? { text } : undefined,
  );
  if (after) await context.watchSilence(after, spokenBy(text, context.now()));
}

/** Lists the number, tells the contact so, and ends the call. */
async function stopCalling(session: Session, context: FrameContext): Promise<void> {
  const { call, store } = context;
  // The record of the request has what the contact said last.
  const { turns = [] } = (call && (await store.getConversation())) ?? {};
  const isEnding = call
    ? await call.listNumber(session, turns.findLast(isOfContact)?.text ?? '')
    : await store.setUnlessInterrupted(session.generation, { ending: true });
  if (isEnding) await sayLast('not_called_again', session, context);
}

/** Says a phrase, and ends the call. */
async function sayLast(
  phrase: 'farewell' | 'goodbye' | 'not_called_again',
  session: Session,
  { store, connection, now, watchSilence }: FrameContext,
): Promise<void> {
  const { generation, failures, settings } = session;
  const text = PHRASES[settings.language][phrase];
  const answer = { text, complete: true, timestamp: now().toISOString() };
  if (!(await store.setUnlessInterrupted(generation, { answer, failures, ending: true }))) return;
  await connection.send({ type: 'text', token: text, last: true });
  // The vendor may not report that it was spoken.
  await watchSilence({ ...session, ending: true }, spokenBy(text, now()));
}
