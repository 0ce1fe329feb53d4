import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
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
    deadLetters: {
      id: 'ReconcileDeadLetters',
      impact: 'Calls whose end the vendor did not tell stay open, and count against their users’ limits.',
      section: 'reconcile',
    },
  },
  grants: [tableAccess(FINISH_CALL, [OPEN_CALLS_INDEX]), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, TELEPHONY_API_URL, RECONCILE_SECONDS, MAX_CALL_SECONDS, RING_SECONDS],
  // The next run begins a minute after this one: what each has in hand is its own.
  timeoutSeconds: 60,
});

/** Reconciles due calls, purchases and numbers with the vendor's state; runs every minute. */
async function handle(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  await reconcileOverdue({
    table: stackTable(),
    now: systemClock,
    questionMs: QUESTION_MS,
    timeLeftMs: () => context.getRemainingTimeInMillis(),
  });
}

export const handler = workerHandler(reconcileWorker, handle);
