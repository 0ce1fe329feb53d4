import * as z from 'zod/mini';
import type { AgentSettings } from '../agents/model/agent.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { askToRepeat, awaitsAnswer, isKeyPress, turnLostAt } from './apologize.ts';
import { changeSession, leaveConversation, speakUp } from './change-session.ts';
import { awaitsPerson, whoAnswered } from './model/answerer/who-answered.ts';
import { entryDueAt } from './model/keys/keypad.ts';
import { PHRASES } from './model/phrases.ts';
import { spokenBy } from './model/playback.ts';
import { isLeaving, isSpoken, type Session, type Turn } from './model/session.ts';
import { agentLeft, silenceWordsOf } from './model/session-events.ts';
import { maxMenuSilenceSeconds, maxSilenceSeconds } from './model/settings.ts';
import type { EffectContext, Retry } from './ports.ts';

export const silenceCheck = z.object({
  connection_id: z.string(),
  /** The generation of the conversation when the silence began. Any words increase it. */
  generation: z.number(),
  silent_since: z.string(),
});
export type SilenceCheck = z.infer<typeof silenceCheck>;

const checkId = ({ generation, silent_since }: SilenceCheck) => `${generation} ${silent_since}`;

/** Longest delay of an SQS message in seconds. A later check waits on in the queue when it is first received. */
const MAX_DELAY_SECONDS = 900;

const silenceLimits = (): SilenceLimits => ({
  usual: readVariable(maxSilenceSeconds),
  menu: readVariable(maxMenuSilenceSeconds),
});

function secondsUntilStep(session: Session, check: SilenceCheck, now: Date): number {
  const sinceMs = Math.max(Date.parse(check.silent_since), lastWordsMs(session));
  const dueMs = sinceMs + silenceStep(session, silenceLimits()).afterMs;
  return Math.max(0, Math.ceil((dueMs - now.getTime()) / 1000));
}

/** When the last words of an agent that leaves have been spoken, in milliseconds since 1970; 0 if it has none. */
const lastWordsMs = (session: Session) =>
  isLeaving(session) && session.answer
    ? spokenBy(session.answer.text, new Date(session.answer.timestamp)).getTime()
    : 0;

export interface Silence {
  readonly connection_id: string;
  readonly silentSince: Date;
}

/** The check of a silence, and when it is first received. Undefined if the contact is on hold: that has no timeout. */
export function silenceCheckOf(session: Session, { connection_id, silentSince }: Silence, now: Date) {
  const { generation, holding } = session;
  if (holding) return undefined;
  const check: SilenceCheck = { connection_id, generation, silent_since: silentSince.toISOString() };
  return { check, delaySeconds: Math.min(secondsUntilStep(session, check, now), MAX_DELAY_SECONDS) };
}

/** Milliseconds within which the vendor connects again, or requests `relay-ended`. Meanwhile nobody hears words. */
const RECONNECTED_WITHIN_MS = 40_000;

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
  if (session.dropped_at !== undefined) {
    const isSoon = now().getTime() - Date.parse(session.dropped_at) < RECONNECTED_WITHIN_MS;
    return isSoon ? { retryAfterSeconds: 5 } : undefined;
  }
  const last = session.answer ? undefined : ((await store.getTurn(session.turns)) ?? session.intention);
  const lostAt = turnLostAt(session, last);
  const earlyMs = lostAt ? lostAt.getTime() - now().getTime() : 0;
  if (earlyMs > 0) {
    const mayWait = isSilent(session, check) || attempt < MAX_LOOKS;
    return mayWait ? { retryAfterSeconds: Math.ceil(earlyMs / 1000) } : undefined;
  }
  if (lostAt) return askAgain(session, check, context);
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

async function askAgain(session: Session, check: SilenceCheck, context: EffectContext): Promise<Retry> {
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
    await leaveConversation(change.session, context);
    return undefined;
  }
  const words = does === 'ask' ? ('presence' as const) : ('goodbye' as const);
  const after = await speakUp(context, (current) => {
    if (!isSilent(current, check) || silenceWordsOf(current) === words) return undefined;
    return { text: PHRASES[current.settings.language][words], ofSilence: words };
  });
  return after && { retryAfterSeconds: secondsUntilStep(after, check, context.now()) };
}

const SILENCE_SECONDS = 15;

/** Longest wait in seconds for an answer to the question whether the contact is there. */
const ANSWER_SECONDS = 10;

/** Longest goodbye in seconds; after it the agent hangs up, whatever the vendor reports. */
const GOODBYE_SECONDS = 15;

/** Seconds for which the agent waits for a person: a screener asks them, or a line puts the call on hold. */
const PERSON_SECONDS = { screener: 60, hold: 300 } as const;

/** Seconds of silence after which a call ends: usually, and for an agent that navigates menus. */
interface SilenceLimits {
  readonly usual: number;
  readonly menu: number;
}

interface SilenceStep {
  readonly does: 'ask' | 'say_goodbye' | 'leave';
  readonly afterMs: number;
}

export function silenceStep(session: Session, limits: SilenceLimits): SilenceStep {
  const { settings } = session;
  // The contact interrupted the goodbye and said nothing.
  if (isLeaving(session)) return { does: 'leave', afterMs: GOODBYE_SECONDS * 1000 };
  const timeout = settings.idle_time_seconds ?? SILENCE_SECONDS;
  const person = secondsForPerson(session);
  const end = Math.max(endAfter(settings, timeout, limits), person);
  switch (silenceWordsOf(session)) {
    case undefined:
      if (person > 0) return { does: 'say_goodbye', afterMs: end * 1000 };
      return settings.ask_if_human_present_on_idle
        ? { does: 'ask', afterMs: timeout * 1000 }
        : { does: 'say_goodbye', afterMs: end * 1000 };
    case 'presence':
      return { does: 'say_goodbye', afterMs: end * 1000 };
    case 'goodbye':
      return { does: 'leave', afterMs: (end + GOODBYE_SECONDS) * 1000 };
  }
}

function secondsForPerson({ answerer }: Session): number {
  const by = answerer && whoAnswered(answerer);
  return awaitsPerson(by) ? PERSON_SECONDS[by] : 0;
}

function endAfter(settings: AgentSettings, timeout: number, { usual, menu }: SilenceLimits): number {
  const limit = settings.ivr_navigation_mode === 'default' ? menu : usual;
  return Math.max(
    limit,
    settings.ask_if_human_present_on_idle ? timeout + Math.min(timeout, ANSWER_SECONDS) : timeout,
  );
}
