import { isGivenUp, nextQuestion, troubleAfter } from '../domain/calls/reconciliation.ts';
import { currentStep, nameCall } from '../runtime/log/current-step.ts';
import { inStep } from '../runtime/log/in-step.ts';
import { logger } from '../runtime/logger.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { backOffFrom, type Overdue, type Taken, takeOverdue } from '../store/calls/overdue.ts';
import { VendorRefusal } from '../telephony/vendor-errors.ts';
import { reconcileDueCall } from './due-call.ts';
import { reconcileDueNumber } from './due-number.ts';
import { reconcileDuePurchase } from './due-purchase.ts';
import type { ReconcileDependencies, Reconciled } from './reconciled.ts';

/** Milliseconds for which a run owns a record that it has taken. */
const TAKEN_MS = 30_000;
/** Milliseconds between runs: a due record waits as long for the next one. */
const BETWEEN_RUNS_MS = 60_000;
/**
 * Milliseconds by which a record is due before the next run's event: runs take it at any time of their beginning, and
 * events are not punctual.
 */
const MARGIN_MS = 15_000;

const KINDS = { call: reconcileDueCall, number: reconcileDueNumber, purchase: reconcileDuePurchase };

/** The outcome for a due record. */
export type Outcome = { readonly outcome: 'asked' | 'not taken' } | PutBack;

/** A record whose account is paused. This run keeps it until the account continues, or it is due again later. */
interface PutBack {
  readonly outcome: 'put back';
  readonly due: DueRecord;
}

/** A due record in the queue of a run. */
export interface DueRecord extends Overdue {
  /** Whether the vendor answered 429 in this run when it was asked about it. */
  readonly wasRefused?: boolean;
}

/**
 * Reconciles one record with the vendor's state. After the first 429, the record returns to the queue. After another
 * failure it backs off, with a wait that doubles each time, and is given up after a bound. Never throws.
 */
export function reconcileOne(due: DueRecord, dependencies: ReconcileDependencies): Promise<Outcome> {
  const { kind, id: callId, userId } = due;
  const start = { name: 'reconcile', requestId: currentStep()?.requestId ?? callId };
  return inStep(start, () => {
    if (kind === 'call') nameCall({ userId, callId });
    return tryToReconcile(due, dependencies);
  });
}

async function tryToReconcile(due: DueRecord, dependencies: ReconcileDependencies): Promise<Outcome> {
  const { table, now } = dependencies;
  const { kind, id, userId } = due;
  const againMs = shortestWaitMs() - BETWEEN_RUNS_MS - MARGIN_MS;
  const until = new Date(now().getTime() + Math.max(TAKEN_MS, againMs));
  try {
    const taken = await takeOverdue(table, due, until);
    return taken ? await reconcileTaken(due, { ...dependencies, taken, until }) : { outcome: 'not taken' };
  } catch (error) {
    logger.error('A record could not be reconciled.', { kind, id, userId, error });
    return { outcome: 'asked' };
  }
}

interface TakenDependencies extends ReconcileDependencies {
  readonly taken: Taken;
  /** Until when this run owns the record. */
  readonly until: Date;
}

async function reconcileTaken(due: DueRecord, dependencies: TakenDependencies): Promise<Outcome> {
  const { pace, now, until } = dependencies;
  const reconciled = KINDS[due.kind](due, dependencies);
  const { latest } = reconciled;
  const isOver = latest !== undefined && latest <= now();
  const putBack = { ...due, dueAt: until.toISOString() };
  if (pace.isPaused(due.account) && !isOver) return { outcome: 'put back', due: putBack };
  try {
    await reconciled.ask();
    pace.speedUp(due.account);
  } catch (error) {
    pace.slowDown(due.account, error);
    const isTooMany = error instanceof VendorRefusal && error.status === 429;
    if (isTooMany && !isOver && !due.wasRefused)
      return { outcome: 'put back', due: { ...putBack, wasRefused: true } };
    await noteFailure(error, due, { ...dependencies, reconciled, isOver });
  }
  return { outcome: 'asked' };
}

interface Failed extends TakenDependencies {
  readonly reconciled: Reconciled;
  readonly isOver: boolean;
}

async function noteFailure(error: unknown, due: Overdue, failed: Failed): Promise<void> {
  const { table, now, taken, until, reconciled, isOver } = failed;
  const { kind, id, userId } = due;
  const after = troubleAfter(taken.trouble, { isRefusal: isRefusal(error), now: now() });
  if (isOver || isGivenUp(kind, after, now())) {
    logger.error('A record was given up: the vendor is no longer asked about it.', {
      kind,
      id,
      userId,
      failures: after.failures,
      error,
    });
    return reconciled.giveUp();
  }
  logger.warn('The vendor could not be asked.', { kind, id, userId, failures: after.failures, error });
  const { latest } = reconciled;
  const next = nextQuestion(kind, after, { now: now(), shortestMs: shortestWaitMs(), latest });
  await backOffFrom(table, due, { taken: until, next, after });
}

/** Whether the account is refused, and not only the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof VendorRefusal && [401, 403, 404].includes(error.status);
}

/** Milliseconds between questions about something that is under way. */
const shortestWaitMs = () => readVariable(RECONCILE_SECONDS) * 1000;
