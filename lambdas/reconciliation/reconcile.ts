import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { stackTable } from '../store/table/table.ts';
import { reconcileOverdue } from './reconcile-overdue.ts';

/** Milliseconds until a request times out: other records are waiting. */
const QUESTION_MS = 8_000;

/** Reconciles due calls, purchases and numbers with the vendor's state; runs every minute. */
export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  await reconcileOverdue({
    table: stackTable(),
    now: systemClock,
    questionMs: QUESTION_MS,
    timeLeftMs: () => context.getRemainingTimeInMillis(),
  });
}
