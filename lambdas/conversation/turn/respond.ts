import { logger } from '../../platform/logger.ts';
import { apologizeOnFailure } from '../apologize.ts';
import { countTokensOfTurn, leaveConversation, listenAfter, runEffects, speakUp } from '../change-session.ts';
import { valuesOf } from '../model/call-facts.ts';
import { filledGreeting } from '../model/filled-texts.ts';
import { PHRASES } from '../model/phrases.ts';
import { spokenBy } from '../model/playback.ts';
import { isOfContact, type Session } from '../model/session.ts';
import type { TurnStep, UserTurnChange } from '../model/user-turn.ts';
import type { FrameContext } from '../ports.ts';
import { answerTurn } from './answer-turn.ts';
import { handOver, type Speculation, type TurnBasis, type WaitingInvocation } from './speculation.ts';
import { TurnTimes } from './turn-times.ts';

/** How far the answer to a turn is when the turn is stored. */
export type Progress =
  /** Another invocation asked the model for an answer to exactly these words, and waits for them to be final. */
  | { readonly kind: 'foreseen'; readonly waiting: WaitingInvocation; readonly words: FinalWords }
  /** This invocation asked the model on the expected turn. */
  | { readonly kind: 'asked'; readonly basis: TurnBasis; readonly speculation: Speculation }
  /** No model was asked, or its answer is that of the first model in the basis. */
  | { readonly kind: 'ready'; readonly basis: TurnBasis };

/** The contact's words before they are stored. */
export interface FinalWords {
  /** Empty for keys. */
  readonly text: string;
  readonly session: Session;
  readonly before: ConstructorParameters<typeof TurnTimes>[2];
}

/** What an answer is made from. Begins to search for passages. */
export const basisOf = ({ text, session, before }: FinalWords, context: FrameContext): TurnBasis => ({
  models: context.models(session),
  knowledge: text === '' ? Promise.resolve([]) : context.knowledge(session, text),
  times: new TurnTimes(context.arrivedAt, context.now, before),
});

export type StoredTurn = Omit<UserTurnChange, 'newTurns' | 'asksModel'>;

/** Answers a stored turn, or does what stands in place of an answer. If that fails, the agent asks for the turn again. */
export const respond = (turn: StoredTurn, progress: Progress, context: FrameContext): Promise<void> =>
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
  hang_up: (session, context) => sayLast(PHRASES[session.settings.language].goodbye, session, context),
  speak_of_action: speakOfAction,
  leave: leaveConversation,
  say_farewell: sayFarewell,
  stay_on_hold: async () => {},
  stop_calling: stopCalling,
  end_for_tokens: async (session, context) => {
    await sayFarewell(session, context);
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
  const { generation } = session;
  const isEnding = call
    ? await call.listNumber(session, await latestWords(context))
    : await store.setUnlessInterrupted(generation, { ending: true });
  if (isEnding) await sayLast(PHRASES[session.settings.language].not_called_again, session, context);
}

/** What the contact said last, for the record of their request. */
async function latestWords({ store }: FrameContext): Promise<string> {
  const { turns = [] } = (await store.getConversation()) ?? {};
  return turns.findLast(isOfContact)?.text ?? '';
}

function sayFarewell(session: Session, context: FrameContext): Promise<void> {
  return sayLast(PHRASES[session.settings.language].farewell, session, context);
}

async function sayLast(
  text: string,
  session: Session,
  { store, connection, now, watchSilence }: FrameContext,
): Promise<void> {
  const { generation, failures } = session;
  const answer = { text, complete: true, timestamp: now().toISOString() };
  if (!(await store.setUnlessInterrupted(generation, { answer, failures, ending: true }))) return;
  await connection.send({ type: 'text', token: text, last: true });
  // The vendor may not report that it was spoken.
  await watchSilence({ ...session, ending: true }, spokenBy(text, now()));
}
