import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCall } from '../domain/calls/call.ts';
import { waitUntil } from '../domain/calls/dial-slot.ts';
import { waitsForItsTime } from '../domain/calls/schedule.ts';
import { startScheduled } from '../store/calls/start-scheduled.ts';
import type { Table } from '../store/table/table.ts';

/**
 * Waits until a call that was scheduled is due, and makes it one of its user's open calls. Gives undefined when it is due, else
 * after how many seconds it is to come again.
 */
export async function awaitSchedule(
  call: StoredCall,
  { table, now }: { readonly table: Table; readonly now: () => Date },
): Promise<number | undefined> {
  if (!waitsForItsTime(call)) return undefined;
  const wait = waitUntil(new Date(call.scheduled_at), now());
  if ('inQueueSeconds' in wait) return wait.inQueueSeconds;
  await pause(wait.onTheSpotMs);
  await startScheduled(table, call, now());
  return undefined;
}
