import * as z from 'zod/mini';
import { id } from '../../platform/fields.ts';
import type { StoredCall } from './call.ts';
import { UNDIALED_SECONDS } from './reconciliation.ts';

/** A message of the dial queue, an SQS fair queue: its group is the user. */
export const dialMessage = z.object({ user_id: id, call_id: id });
export type DialMessage = z.infer<typeof dialMessage>;

export function isTooFarAhead(scheduledAt: string, now: Date): boolean {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + 1);
  return Date.parse(scheduledAt) > latest.getTime();
}

/** The initial state of a call. A time in the past counts as no time. */
export function beginningOf(
  scheduledAt: string | null | undefined,
  now: Date,
  reconcileSeconds: number,
): Pick<StoredCall, 'created_at' | 'scheduled_at' | 'counted' | 'reconcile_at'> {
  const dueMs = scheduledAt ? Math.max(Date.parse(scheduledAt), now.getTime()) : now.getTime();
  const isDue = dueMs === now.getTime();
  return {
    created_at: now.toISOString(),
    reconcile_at: new Date(dueMs + (isDue ? reconcileSeconds : UNDIALED_SECONDS) * 1000).toISOString(),
    ...(scheduledAt && { scheduled_at: scheduledAt }),
    ...(isDue && { counted: true }),
  };
}

/** Whether a call is scheduled and still waits for its time. */
export function waitsForItsTime(call: StoredCall): call is StoredCall & { readonly scheduled_at: string } {
  return typeof call.scheduled_at === 'string' && call.counted !== true;
}
