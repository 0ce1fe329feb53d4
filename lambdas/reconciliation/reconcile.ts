import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { emitMetrics, gatherMetrics } from '../runtime/metrics/emit.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import {
  MAX_CALL_SECONDS,
  RECONCILE_SECONDS,
  RECONCILIATIONS_AT_ONCE,
  RING_SECONDS,
  TELEPHONY_API_URL,
} from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { countDueBefore } from '../store/calls/overdue.ts';
import { OPEN_CALLS_INDEX } from '../store/table/keys.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { reconcileOverdue } from './reconcile-overdue.ts';

/** Milliseconds until a request times out: other records are waiting. */
const QUESTION_MS = 8_000;

export const reconcileWorker = defineWorker({
  stack: 'Calls',
  id: 'Reconcile',
  description: 'Reconciles calls, purchases and numbers with the vendor’s state',
  trigger: {
    by: 'clock',
    minutes: 1,
    maxConcurrency: 1,
    deadLetters: {
      id: 'ReconcileDeadLetters',
      impact: 'Calls whose end the vendor did not report stay open, and count against their users’ limits.',
      section: 'reconcile',
    },
  },
  grants: [tableAccess(FINISH_CALL, [OPEN_CALLS_INDEX]), telephonyAccount, callbackKey],
  variables: [
    CALLBACK_BASE_URL,
    TELEPHONY_API_URL,
    RECONCILE_SECONDS,
    RECONCILIATIONS_AT_ONCE,
    MAX_CALL_SECONDS,
    RING_SECONDS,
    PRICES,
  ],
  // Less than the time between two runs. A run begins no record in its last 18 seconds.
  timeoutSeconds: 55,
  memory: 1024,
});

/** Reconciles due calls, purchases and numbers with the vendor's state, every minute. */
async function handle(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const table = stackTable();
  await gatherMetrics(async () => {
    await countUnderWay(table, systemClock());
    await reconcileOverdue({
      table,
      now: systemClock,
      atOnce: readVariable(RECONCILIATIONS_AT_ONCE),
      timeLeftMs: () => context.getRemainingTimeInMillis(),
      questionMs: QUESTION_MS,
    });
  });
}

/**
 * Counts the calls that are ringing or in conversation. They are due for reconciliation within a short time; calls that
 * were not dialled are due only after a quarter of an hour. Never throws: a run is more important than its measurement.
 */
async function countUnderWay(table: Table, now: Date): Promise<void> {
  try {
    const soon = new Date(now.getTime() + readVariable(RECONCILE_SECONDS) * 1000);
    emitMetrics({ CallsUnderWay: await countDueBefore(table, 'call', soon) });
  } catch (error) {
    logger.warn('The calls under way could not be counted.', { error });
  }
}

export const handler = workerHandler(reconcileWorker, handle);
