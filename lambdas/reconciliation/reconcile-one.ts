import { isGivenUp, nextQuestion, troubleAfter } from '../domain/calls/reconciliation.ts';
import { logger } from '../runtime/logger.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { backOffFrom, type Overdue, type Taken, takeOverdue } from '../store/calls/overdue.ts';
import { VendorRefusal } from '../telephony/client.ts';
import { reconcileDueCall } from './due-call.ts';
import { reconcileDueNumber } from './due-number.ts';
import { reconcileDuePurchase } from './due-purchase.ts';
import type { ReconcileDependencies, Reconciled } from './reconciled.ts';

/** Milliseconds for which a run owns a record that it has taken. */
const TAKEN_MS = 30_000;

const KINDS = { call: reconcileDueCall, number: reconcileDueNumber, purchase: reconcileDuePurchase };

/**
 * Reconciles one record with the vendor's state. After a failure it backs off, twice as long each time, and gives up
 * after a bound. Never throws.
 */
export async function reconcileOne(due: Overdue, dependencies: ReconcileDependencies): Promise<void> {
  const { table, now } = dependencies;
  const { kind, id, userId } = due;
  const until = new Date(now().getTime() + Math.max(TAKEN_MS, shortestWaitMs()));
  try {
    const taken = await takeOverdue(table, due, until);
    if (taken) await reconcileTaken(due, { ...dependencies, taken, until });
  } catch (error) {
    logger.error('A record could not be reconciled.', { kind, id, userId, error });
  }
}

interface TakenDependencies extends ReconcileDependencies {
  readonly taken: Taken;
  /** Until when this run owns the record. */
  readonly until: Date;
}

async function reconcileTaken(due: Overdue, dependencies: TakenDependencies): Promise<void> {
  const reconciled = KINDS[due.kind](due, dependencies);
  const { connection, latest } = reconciled;
  const isOver = latest !== undefined && latest <= dependencies.now();
  // With its account paused, the record is due again when this run no longer owns it.
  if (dependencies.pace.isPaused(connection) && !isOver) return;
  try {
    await reconciled.ask();
  } catch (error) {
    if (error instanceof VendorRefusal && error.status === 429) dependencies.pace.slowDown(connection);
    await noteFailure(error, due, { ...dependencies, reconciled, isOver });
  }
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

/** Milliseconds between requests about an open record. */
const shortestWaitMs = () => readVariable(RECONCILE_SECONDS) * 1000;
