import { logger } from '../platform/logger.ts';
import { changeSession, dispatch, speakUp } from './change-session.ts';
import { whoAnswered } from './model/answerer/who-answered.ts';
import { entryDueAt } from './model/keys/keypad.ts';
import { PHRASES } from './model/phrases.ts';
import { spokenBy } from './model/playback.ts';
import {
  type ActionTurn,
  isLeaving,
  isOfContact,
  isSpoken,
  type Session,
  type Turn,
} from './model/session.ts';
import { frameLost } from './model/takeover.ts';
import { wordsNeverFinal } from './model/user-turn.ts';
import { type EffectContext, type FrameContext, realWait } from './ports.ts';

/** Milliseconds after which a turn without any answer counts as lost. An invocation is silent for 3 seconds at most. */
const UNANSWERED_MS = 10_000;

/** Milliseconds after which an incomplete answer counts as broken off. No invocation lasts longer than 29 seconds. */
const BROKEN_OFF_MS = 30_000;

/** When the contact's last turn counts as lost: the invocation that stored it has died. `last`: the latest turn. */
export function turnLostAt(session: Session, last: Turn | undefined): Date | undefined {
  const { answer } = session;
  if (isLeaving(session) || session.holding || session.closed) return undefined;
  if (answer) return answer.complete ? undefined : after(answer.timestamp, BROKEN_OFF_MS);
  return last && awaitsAnswer(session) && isOfContact(last)
    ? after(last.timestamp, UNANSWERED_MS)
    : undefined;
}

/** Whether the contact's last words or keys are those of this generation, and not those before an interruption. */
export const awaitsAnswer = ({ generation, unanswered_generation }: Session) =>
  unanswered_generation === generation;

/** An agent that presses keys in a menu says nothing. */
export const isKeyPress = ({ action }: ActionTurn) => action.type === 'action_dtmf';

/** Whether a turn after the contact's words is the agent's answer. */
export const isAnswer = (turn: Turn) => (isSpoken(turn) ? turn.sender === 'agent' : isKeyPress(turn));

const after = (timestamp: string, milliseconds: number) => new Date(Date.parse(timestamp) + milliseconds);

/** Asks the contact to say it again. `check`: the check of an earlier generation that watches the silence afterwards. */
export async function askToRepeat(
  session: Session,
  context: EffectContext,
  check?: string,
): Promise<Session | undefined> {
  const { generation, turns, settings, call_id: callId } = session;
  const text = PHRASES[settings.language].trouble;
  const watchedSilence = check !== undefined && { since: spokenBy(text, context.now()).toISOString(), check };
  const words = { text, ...(watchedSilence && { watchedSilence }) };
  const isSame = (current: Session) => current.generation === generation && current.turns === turns;
  const mayAsk = (current: Session) =>
    isSame(current) && !current.answer?.complete && !isLeaving(current) && !current.holding;
  const after = await speakUp(context, (current) => (mayAsk(current) ? words : undefined));
  if (after) logger.warn('Turn not answered; the agent asked for it again.', { callId });
  return after;
}

/** Waits for the response to a stored turn. If it fails, the agent asks for the turn again, and a silence check follows. */
export async function apologizeOnFailure<T>(
  session: Session,
  response: Promise<T>,
  context: FrameContext,
): Promise<T> {
  try {
    return await response;
  } catch (error) {
    const logFailure = (failure: unknown) =>
      logger.error('Apology failed.', { callId: session.call_id, error: failure });
    const latest = await askAgain(session, context).catch(logFailure);
    const silentSince = spokenBy(latest?.answer?.text ?? '', context.now());
    await context.watchSilence(session, silentSince).catch(logFailure);
    throw error;
  }
}

/** Asks again unless the turn was answered, with words or keys, or awaits no answer. Returns the latest session. */
async function askAgain({ generation }: Session, context: FrameContext): Promise<Session | undefined> {
  const { store } = context;
  const session = await store.getSession();
  if (session?.generation !== generation || !awaitsAnswer(session)) return session;
  const last = session.answer ? undefined : await store.getTurn(session.turns);
  return (!(last && isAnswer(last)) && (await askToRepeat(session, context))) || session;
}

/** Asks the contact to repeat words that never became final, and stores that they are not final. */
export async function askForLostWords(
  { generation, call_id: callId }: Session,
  words: string,
  context: FrameContext,
): Promise<void> {
  const after = await dispatch(context, (current) =>
    current.generation === generation && !current.answer && !isLeaving(current) && !current.holding
      ? wordsNeverFinal(current, words, context.now())
      : undefined,
  );
  if (after) logger.warn('Final words not reported by the telephony vendor.', { callId });
}

/** Milliseconds in which whoever speaks is noticed: final words follow partial ones within them. */
const LOST_FRAME_MS = 3_000;

/**
 * The invocation of a frame died. Notes it during an answer of another invocation. Otherwise, asks the contact to repeat
 * what the frame may have had, or the words that it was answering, if nobody says or presses anything afterwards.
 * `description` has the id of the frame.
 */
export async function askForLostFrame(
  session: Session,
  description: string,
  context: FrameContext,
): Promise<void> {
  const { answering, answer } = session;
  const wasAnswering = answering !== undefined && description.includes(answering);
  if (answer && !wasAnswering)
    return void (await changeSession(context, (current) => frameLost(current, context.now()), session));
  const by = session.answerer && whoAnswered(session.answerer);
  const isPerson = by === undefined || by === 'human' || by === 'unknown';
  if (!isPerson) return;
  // Else an answer is on its way, or was given.
  if ((await owesAnswer(session, context)) === wasAnswering)
    await askUnlessHeard(session, LOST_FRAME_MS, context);
}

/** Whether the contact waits for an answer, or for the rest of one. */
export async function owesAnswer(session: Session, { store }: Pick<FrameContext, 'store'>): Promise<boolean> {
  if (session.answer) return !session.answer.complete;
  const last = await store.getTurn(session.turns);
  return last !== undefined && awaitsAnswer(session) && !isAnswer(last);
}

/** Asks the contact to say it again if nobody says or presses anything for some time. */
export async function askUnlessHeard(session: Session, ms: number, context: FrameContext): Promise<void> {
  const { store, wait = realWait } = context;
  const before = await store.readSpeculationState();
  await wait(ms);
  const [after, latest] = await Promise.all([store.readSpeculationState(), store.getSession()]);
  const hasKeys = latest !== undefined && entryDueAt(latest) !== undefined;
  // Another invocation may be saying the answer.
  const isSilent = after?.partial_ms === before?.partial_ms && latest?.answer?.text === session.answer?.text;
  const asked = isSilent && !hasKeys && (await askToRepeat(session, context));
  if (asked) await context.watchSilence(asked, spokenBy(asked.answer?.text ?? '', context.now()));
}
