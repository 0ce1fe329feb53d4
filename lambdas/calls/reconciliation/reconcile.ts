import type { Context } from 'aws-lambda';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { systemClock } from '../../platform/clock.ts';
import { callbackKeys, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { reconcileConcurrency, reconcileSeconds, ringSeconds } from '../model/settings.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { countDueBefore, readOverdue } from '../store/overdue.ts';
import type { ReconcileDependencies } from './reconcile-call.ts';
import { reconcileRecord } from './reconcile-record.ts';

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
  grants: [tableAccess(['BatchGetItem', ...FINISH_CALL], [OPEN_CALLS_INDEX]), telephonyAccount, callbackKeys],
  variables: [
    CALLBACK_BASE_URL,
    telephony.apiUrl,
    reconcileSeconds,
    reconcileConcurrency,
    maxCallSeconds,
    ringSeconds,
    PRICES,
  ],
  // Less than the time between two runs. A run begins no record in its last 18 seconds.
  timeoutSeconds: 55,
  memory: 1024,
});

/** Reconciles due calls, purchases and numbers with the vendor's state, every minute. */
async function handle(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const table = stackTable();
  await countUnderWay(table, systemClock());
  await reconcileOverdue({
    table,
    now: systemClock,
    atOnce: readVariable(reconcileConcurrency),
    timeLeftMs: () => context.getRemainingTimeInMillis(),
    questionMs: QUESTION_MS,
  });
}

/** Counts the calls that are ringing or in conversation. Never throws: a run is more important. */
async function countUnderWay(table: Table, now: Date): Promise<void> {
  try {
    const soon = new Date(now.getTime() + readVariable(reconcileSeconds) * 1000);
    emitMetrics({ CallsUnderWay: await countDueBefore(table, 'call', soon) });
  } catch (error) {
    logger.warn('The calls under way could not be counted.', { error });
  }
}

export const handler = workerHandler(reconcileWorker, handle);

export interface RunDependencies extends ReconcileDependencies {
  readonly atOnce: number;
  readonly timeLeftMs: () => number;
}

/** Milliseconds that must be left to begin a record: two requests of 8 seconds, and the writes after them. */
const RESERVE_MS = 18_000;

/** Reconciles due records in pages, longest due first, until none is due or the time is nearly up. */
export async function reconcileOverdue(dependencies: RunDependencies): Promise<void> {
  const { table, now, atOnce, timeLeftMs } = dependencies;
  let reconciled = 0;
  let leftCount = 0;
  let lag: number | undefined;
  for (;;) {
    const due = await readOverdue(table, now());
    const [longest] = due;
    lag ??= longest ? (now().getTime() - Date.parse(longest.dueAt)) / 1000 : 0;
    leftCount = due.length;
    let takenCount = 0;
    // The workers share the iterator.
    const records = due.values();
    const work = async () => {
      while (timeLeftMs() > RESERVE_MS) {
        const { value: record } = records.next();
        if (!record) return;
        leftCount -= 1;
        if (await reconcileRecord(record, dependencies)) takenCount += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    reconciled += takenCount;
    // The index may still have records that were taken a moment ago.
    if (takenCount === 0 || leftCount > 0) break;
  }
  logger.info('Reconciled the due records.', { reconciled, left: leftCount });
  emitMetrics({ ReconciliationLag: lag, ReconciliationLeft: leftCount });
}
