import type { StoredCall } from '../domain/calls/call.ts';
import { waitUntil } from '../domain/calls/dialing/dial-slot.ts';
import { waitsForItsTime } from '../domain/calls/dialing/schedule.ts';
import { nextReconciliation } from '../reconciliation/times.ts';
import { maxOpenCalls, tooManyWhenDue } from '../rest/limits/open-calls-limit.ts';
import { startScheduled } from '../store/calls/dialing/start-scheduled.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Table } from '../store/table/table.ts';

/** Seconds after which a scheduled call is tried again if its user has too many open calls. */
const FULL_SECONDS = 90;

/**
 * Attempts after which such a call fails: about ten minutes. The queue's other attempts are left for calls that become
 * open.
 */
const MAX_ATTEMPTS_WHEN_FULL = 7;

/** Dependencies of scheduled calls. */
export interface ScheduleDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  /** The number of times that the call's message was received, from 1. */
  readonly attempt: number;
}

/**
 * Waits until a scheduled call is due, and counts it among its user's open calls, whose number is limited. Returns
 * `due`, or the seconds after which the queue must deliver the message again. Returns undefined if the call failed,
 * because the user had too many open calls in all attempts.
 */
export async function awaitSchedule(
  call: StoredCall,
  { table, now, pause, attempt }: ScheduleDependencies,
): Promise<'due' | number | undefined> {
  if (!waitsForItsTime(call)) return 'due';
  const wait = waitUntil(new Date(call.scheduled_at), now());
  if ('inQueueSeconds' in wait) return wait.inQueueSeconds;
  if (wait.onTheSpotMs > 0) await pause(wait.onTheSpotMs);
  const start = { maxOpen: maxOpenCalls(), reconcileAt: nextReconciliation(now()) };
  if (await startScheduled(table, call, start)) return 'due';
  if (attempt < MAX_ATTEMPTS_WHEN_FULL) return FULL_SECONDS;
  const key = { userId: call.user_id, callId: call.id };
  const outcome = 'call_did_not_connect';
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage: tooManyWhenDue(), outcome });
  return undefined;
}
