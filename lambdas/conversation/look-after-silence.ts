import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { changeSession, speakUp } from './change-session.ts';
import type { EffectContext } from './frame-context.ts';
import { entryDueAt } from './model/keys/keypad.ts';
import { PHRASES } from './model/phrases.ts';
import { isLeaving, isSpoken, type Session, type Turn } from './model/session.ts';
import { agentLeft, silenceWordsOf } from './model/session-events.ts';
import { silenceStep } from './model/silence.ts';
import { leaveConversation } from './relay-connection.ts';
import { checkId, type SilenceCheck, secondsUntilStep, silenceLimits } from './schedule-silence-check.ts';
import { askToRepeat, awaitsAnswer, isKeyPress, turnLostAt } from './unanswered-turn.ts';

type Retry = { readonly retryAfterSeconds: number } | undefined;

/** Takes the due step of a silence check. Returns after how many seconds to look again; undefined if it is over. */
export async function lookAfterSilence(
  check: SilenceCheck,
  attempt: number,
  context: EffectContext,
): Promise<Retry> {
  const { store, now } = context;
  const session = await store.getSession();
  if (!session || session.closed || session.holding) return undefined;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const last = session.answer ? undefined : ((await store.getTurn(session.turns)) ?? session.intention);
  const lostAt = turnLostAt(session, last);
  const earlyMs = lostAt ? lostAt.getTime() - now().getTime() : 0;
  if (earlyMs > 0) {
    const mayWait = isSilent(session, check) || attempt < MAX_LOOKS;
    return mayWait ? { retryAfterSeconds: Math.ceil(earlyMs / 1000) } : undefined;
  }
  if (lostAt) return apologize(session, check, context);
  const silence = silenceOf(session, check, last);
  return silence && takeDueStep(session, silence, context);
}

/** Milliseconds after which unanswered keys that were due count as lost. */
const LOST_KEYS_MS = 5_000;

/** Receives after which a check of an earlier generation no longer waits for an answer. */
const MAX_LOOKS = 4;

const isSilent = ({ closed, holding, generation }: Session, check: SilenceCheck) =>
  !closed && !holding && generation === check.generation;

/** The silence that a check watches. One of an earlier generation watches none unless the answering invocation died. */
function silenceOf(session: Session, check: SilenceCheck, last: Turn | undefined): SilenceCheck | undefined {
  const { generation, silence, voicemail } = session;
  const isOwn = generation === check.generation;
  if (silence?.generation === generation && (isOwn || (silence.check ?? checkId(check)) === checkId(check)))
    return { ...check, generation, silent_since: silence.since };
  if (isOwn) return check;
  if (!last || voicemail || !awaitsAnswer(session)) return undefined;
  if (isSpoken(last) ? !isLeaving(session) || last.sender === 'agent' : isKeyPress(last)) return undefined;
  return { ...check, generation, silent_since: last.timestamp };
}

async function apologize(session: Session, check: SilenceCheck, context: EffectContext): Promise<Retry> {
  const after = await askToRepeat(session, context, checkId(check));
  const silence = after && silenceOf(after, check, undefined);
  return silence && { retryAfterSeconds: secondsUntilStep(after, silence, context.now()) };
}

/** Takes the due step of a silence timeout. Returns the seconds until the next one. */
async function takeDueStep(session: Session, check: SilenceCheck, context: EffectContext): Promise<Retry> {
  const earlySeconds = secondsUntilStep(session, check, context.now());
  // Keys are not silence: wait for their answer. If its message was lost, the silence counts after this wait.
  const due = entryDueAt(session);
  if (due && context.now().getTime() < due.getTime() + LOST_KEYS_MS)
    return { retryAfterSeconds: LOST_KEYS_MS / 1000 };
  if (earlySeconds > 0) return { retryAfterSeconds: earlySeconds };
  const { does } = silenceStep(session, silenceLimits());
  if (does === 'leave') {
    const change = await changeSession(context, (current) =>
      current.generation === session.generation ? agentLeft(current) : undefined,
    );
    if (!change) return undefined;
    logger.info('Agent hung up without a report of its goodbye.', { callId: session.call_id });
    await leaveConversation(change.session, context.connection);
    return undefined;
  }
  const words = does === 'ask' ? ('presence' as const) : ('goodbye' as const);
  const after = await speakUp(context, (current) => {
    if (!isSilent(current, check) || silenceWordsOf(current) === words) return undefined;
    return { text: PHRASES[current.settings.language][words], ofSilence: words };
  });
  return after && { retryAfterSeconds: secondsUntilStep(after, check, context.now()) };
}
