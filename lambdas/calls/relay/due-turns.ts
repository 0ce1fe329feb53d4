import * as z from 'zod/mini';
import { secondsUntil, systemClock } from '../../platform/clock.ts';
import { enqueue } from '../../platform/queues.ts';
import { dueTurnQueue } from '../store/queues.ts';

export const dueTurn = z.object({
  connection_id: z.string(),
  /** The cause of the turn: keys whose time-out is over, or a message for a voicemail. */
  of: z.enum(['keys', 'voicemail']),
  /** The turn is taken only if nothing was said since this generation of the conversation. */
  generation: z.optional(z.number()),
});
export type DueTurn = z.infer<typeof dueTurn>;

/** Enqueues a turn. With each further key, a turn of keys waits again in the queue. */
export const scheduleDueTurn = (userId: string, turn: DueTurn, due: Date): Promise<void> =>
  enqueue(dueTurnQueue, turn, { userId, delaySeconds: secondsUntil(due, systemClock()) });
