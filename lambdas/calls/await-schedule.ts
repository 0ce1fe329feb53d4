import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCall } from '../domain/call.ts';
import { waitUntil } from '../domain/dial-turn.ts';
import { waitsForItsTime } from '../domain/schedule.ts';
import { startScheduled } from '../store/start-scheduled.ts';
import type { Table } from '../store/table.ts';

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
