import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { gatherMetrics } from '../runtime/metrics/emit.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import {
  MAX_CALL_SECONDS,
  RECONCILE_SECONDS,
  RING_SECONDS,
  TELEPHONY_API_URL,
} from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { OPEN_CALLS_INDEX } from '../store/table/keys.ts';
import { stackTable } from '../store/table/table.ts';
import { countUnderWay } from './count-under-way.ts';
import { reconcileOverdue } from './reconcile-overdue.ts';
import { runAlone } from './run-alone.ts';
import { VendorPace } from './vendor-pace.ts';

/** Milliseconds until a request times out: other records are waiting. */
const QUESTION_MS = 8_000;

export const reconcileWorker = defineWorker({
  stack: 'Calls',
  id: 'Reconcile',
  description: 'Reconciles calls, purchases and numbers with the vendor’s state',
  trigger: {
    by: 'clock',
    minutes: 1,
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
    MAX_CALL_SECONDS,
    RING_SECONDS,
    PRICES,
  ],
  // A run begins no record in its last 18 seconds, so it works for 157 of three minutes. The two events meanwhile start
  // no run.
  timeoutSeconds: 175,
  // A record takes some 3 ms of a processor: `npm run bench -- --only reconciliation`.
  memory: 1024,
});

/** Kept from run to run: an account's pause may be longer than a run. */
const pace = new VendorPace(systemClock);

/** Reconciles due calls, purchases and numbers with the vendor's state; begins every minute, one run at a time. */
async function handle(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const table = stackTable();
  const run = {
    now: systemClock,
    timeLeftMs: () => context.getRemainingTimeInMillis(),
    wait: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }),
  };
  await gatherMetrics(() =>
    runAlone(table, run, async (timeLeftMs) => {
      await countUnderWay(table, systemClock());
      await reconcileOverdue({
        ...run,
        timeLeftMs,
        table,
        pace,
        questionMs: QUESTION_MS,
      });
    }),
  );
}

export const handler = workerHandler(reconcileWorker, handle);
