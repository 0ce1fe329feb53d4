import * as z from 'zod/mini';
import { systemClock } from '../platform/clock.ts';
import { enqueue, silenceCheckQueue } from '../platform/queues.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { spokenBy } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import { maxMenuSilenceSeconds, maxSilenceSeconds } from './model/settings.ts';
import { type SilenceLimits, silenceStep } from './model/silence.ts';

export const silenceCheck = z.object({
  connection_id: z.string(),
  /** The generation of the conversation when the silence began. Any words increase it. */
  generation: z.number(),
  silent_since: z.string(),
});
export type SilenceCheck = z.infer<typeof silenceCheck>;

export const checkId = ({ generation, silent_since }: SilenceCheck) => `${generation} ${silent_since}`;

/** Longest delay of an SQS message in seconds. A later check waits on in the queue when it is first received. */
const MAX_DELAY_SECONDS = 900;

export const silenceLimits = (): SilenceLimits => ({
  usual: readVariable(maxSilenceSeconds),
  menu: readVariable(maxMenuSilenceSeconds),
});

export function secondsUntilStep(session: Session, check: SilenceCheck, now: Date): number {
  const sinceMs = Math.max(Date.parse(check.silent_since), lastWordsMs(session));
  const dueMs = sinceMs + silenceStep(session, silenceLimits()).afterMs;
  return Math.max(0, Math.ceil((dueMs - now.getTime()) / 1000));
}

/** When the last words of an agent that leaves have been spoken, in milliseconds since 1970; 0 if it has none. */
const lastWordsMs = (session: Session) =>
  isLeaving(session) && session.answer
    ? spokenBy(session.answer.text, new Date(session.answer.timestamp)).getTime()
    : 0;

interface Silence {
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

export async function scheduleSilenceCheck(session: Session, silence: Silence): Promise<void> {
  const first = silenceCheckOf(session, silence, systemClock());
  if (!first) return;
  const { check, delaySeconds } = first;
  await enqueue(silenceCheckQueue, check, { userId: session.user_id, delaySeconds });
}
