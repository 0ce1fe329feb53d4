import type { StoredCall } from '../domain/calls/call.ts';
import { waitUntil } from '../domain/calls/dial-slot.ts';
import { waitsForItsTime } from '../domain/calls/schedule.ts';
import { maxOpenCalls, tooManyWhenDue } from '../rest/call-limit.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { startScheduled } from '../store/calls/start-scheduled.ts';
import type { Table } from '../store/table/table.ts';

/** A call that finds no room among its user's open ones comes again after so many seconds. */
const FULL_SECONDS = 90;

/** It is given up when its message has come so often: after about ten minutes, with some attempts left for those that find room. */
const MAX_ATTEMPTS_WHEN_FULL = 7;

/** What a scheduled call waits for. */
export interface ScheduleDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  /** How many times the call's message has come, counted from 1. */
  readonly attempt: number;
}

/**
 * Waits until a call that was scheduled is due, and makes it one of its user's open calls, of which there may be only so many. Gives
 * `due`, or after how many seconds it is to come again; undefined when there was no room for it for too long, and it has failed.
 */
export async function awaitSchedule(
  call: StoredCall,
  { table, now, pause, attempt }: ScheduleDependencies,
): Promise<'due' | number | undefined> {
  if (!waitsForItsTime(call)) return 'due';
  const wait = waitUntil(new Date(call.scheduled_at), now());
  if ('inQueueSeconds' in wait) return wait.inQueueSeconds;
  if (wait.onTheSpotMs > 0) await pause(wait.onTheSpotMs);
  if (await startScheduled(table, call, { now: now(), maxOpen: maxOpenCalls() })) return 'due';
  if (attempt < MAX_ATTEMPTS_WHEN_FULL) return FULL_SECONDS;
  const key = { userId: call.user_id, callId: call.id };
  const outcome = 'call_did_not_connect';
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage: tooManyWhenDue(), outcome });
  return undefined;
}
