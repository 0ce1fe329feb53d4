import { logger } from '../platform/logger.ts';
import { type SpeakUpContext, speakUp } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { isLeaving } from './model/conversation.ts';
import { PHRASES } from './model/phrases.ts';
import { type ActionTurn, isSpoken, type Session, type Turn } from './model/session.ts';
import { spokenBy } from './model/silence.ts';
import { getSession, getTurn } from './store/conversations.ts';

/** Milliseconds after which words without any answer count as lost. An invocation is silent for 3 seconds at most. */
const UNANSWERED_MS = 10_000;

/** Milliseconds after which an incomplete answer counts as broken off. No invocation lasts longer than 29 seconds. */
const BROKEN_OFF_MS = 30_000;

/** When the callee's last words count as lost: the invocation that stored them has died. `last`: the latest turn. */
export function lostAt(session: Session, last: Turn | undefined): Date | undefined {
  const { answer } = session;
  if (isLeaving(session) || session.holding || session.closed) return undefined;
  if (answer) return answer.complete ? undefined : after(answer.timestamp, BROKEN_OFF_MS);
  return last && awaitsAnswer(session) && isSpoken(last) && last.sender === 'human'
    ? after(last.timestamp, UNANSWERED_MS)
    : undefined;
}

/** Whether the callee's last words or keys are those of this generation, and not those before an interruption. */
export const awaitsAnswer = ({ generation, unanswered }: Session) => unanswered === generation;

/** An agent that presses keys in a menu says nothing. */
export const isKeys = ({ action }: ActionTurn) => action.type === 'action_dtmf';

const after = (timestamp: string, milliseconds: number) => new Date(Date.parse(timestamp) + milliseconds);

/** Asks the callee to say it again. `check`: the check of an earlier generation that watches the silence afterwards. */
export async function askAgain(
  session: Session,
  context: SpeakUpContext,
  check?: string,
): Promise<Session | undefined> {
  const { generation, turns, settings, call_id: callId } = session;
  const text = PHRASES[settings.language].trouble;
  const watched = check !== undefined && { since: spokenBy(text, context.now()), check };
  const words = { text, ...(watched && { watched }) };
  const isSame = (current: Session) => current.generation === generation && current.turns === turns;
  const mayAsk = (current: Session) =>
    isSame(current) && !current.answer?.complete && !isLeaving(current) && !current.holding;
  const asked = await speakUp(context, (current) => (mayAsk(current) ? words : undefined));
  if (asked)
    logger.warn('The words of a callee were not answered; the agent asked for them again.', { callId });
  return asked;
}

/** Answers words that are stored. If that throws, the agent asks for them again and a silence check follows. */
export async function orAskAgain<T>(
  heard: Session,
  context: FrameContext,
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const { call_id: callId } = heard;
    const unsaid = (fault: unknown) =>
      logger.error('The agent could not apologize.', { callId, error: fault });
    const session = await apologize(heard, context).catch(unsaid);
    const silentSince = spokenBy(session?.answer?.text ?? '', context.now());
    await context.watchSilence(heard, silentSince).catch(unsaid);
    throw error;
  }
}

/** Asks again unless the words were answered, with words or keys, or await no answer. Returns the conversation. */
async function apologize({ generation }: Session, context: FrameContext): Promise<Session | undefined> {
  const { table, connectionId } = context;
  const session = await getSession(table, connectionId);
  if (session?.generation !== generation || !awaitsAnswer(session)) return session;
  const last = session.answer ? undefined : await getTurn(table, connectionId, session.turns);
  const isAnswered = last && (isSpoken(last) ? last.sender === 'agent' : isKeys(last));
  return (!isAnswered && (await askAgain(session, context))) || session;
}
