import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { storedNumber } from '../../numbers/model/number.ts';
import { reconcileNumber, reconcilePurchase } from '../../numbers/reconcile-number.ts';
import { finishReconciliation } from '../../numbers/store/numbers.ts';
import { dropPurchase, readPurchase } from '../../numbers/store/purchases.ts';
import { currentStep, nameCall } from '../../platform/log/current-step.ts';
import { inStep } from '../../platform/log/in-step.ts';
import { logger } from '../../platform/logger.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { VendorNumbers } from '../../vendors/telephony/numbers.ts';
import { VendorRefusal } from '../../vendors/telephony/vendor-errors.ts';
import { failuresAfter, isGivenUp, nextRequestAt } from '../model/reconciliation.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { endCallsOfNumber } from '../store/end-calls-of-number.ts';
import { backOffFrom, type Overdue, type TakenRecord, takeOverdue } from '../store/overdue.ts';
import { type ReconcileDependencies, type Reconciled, reconcileDueCall } from './reconcile-call.ts';

/** Milliseconds for which a run owns a record that it has taken. */
const TAKEN_MS = 30_000;
/** Milliseconds between runs: a due record waits as long for the next one. */
const BETWEEN_RUNS_MS = 60_000;
/** Milliseconds by which a record is due before the next run's event: events aren't punctual. */
const MARGIN_MS = 15_000;

const KINDS = { call: reconcileDueCall, number: reconcileDueNumber, purchase: reconcileDuePurchase };

/** Reconciles one record with the vendor's state. Returns false if another run has taken it. Never throws. */
export function reconcileRecord(due: Overdue, dependencies: ReconcileDependencies): Promise<boolean> {
  const { kind, id: callId, userId } = due;
  const start = { name: 'reconcile', requestId: currentStep()?.requestId ?? callId };
  return inStep(start, () => {
    if (kind === 'call') nameCall({ userId, callId });
    return tryToReconcile(due, dependencies);
  });
}

async function tryToReconcile(due: Overdue, dependencies: ReconcileDependencies): Promise<boolean> {
  const { table, now } = dependencies;
  const { kind, id, userId } = due;
  const againMs = shortestWaitMs() - BETWEEN_RUNS_MS - MARGIN_MS;
  const until = new Date(now().getTime() + Math.max(TAKEN_MS, againMs));
  try {
    const takenRecord = await takeOverdue(table, due, until);
    if (!takenRecord) return false;
    const reconciled = KINDS[kind](due, { ...dependencies, taken: takenRecord });
    const { latest } = reconciled;
    const isOver = latest !== undefined && latest <= now();
    await reconciled
      .ask()
      .catch((error: unknown) =>
        noteFailure(error, due, { ...dependencies, takenRecord, until, reconciled, isOver }),
      );
  } catch (error) {
    logger.error('A record could not be reconciled.', { kind, id, userId, error });
  }
  return true;
}

interface Failed extends ReconcileDependencies {
  readonly takenRecord: TakenRecord;
  /** Until when this run owns the record. */
  readonly until: Date;
  readonly reconciled: Reconciled;
  readonly isOver: boolean;
}

async function noteFailure(error: unknown, due: Overdue, failed: Failed): Promise<void> {
  const { table, now, takenRecord, until, reconciled, isOver } = failed;
  const { kind, id, userId } = due;
  const after = failuresAfter(takenRecord.vendorFailures, { isRefusal: isRefusal(error), now: now() });
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
  const next = nextRequestAt(kind, after, { now: now(), shortestMs: shortestWaitMs(), latest });
  await backOffFrom(table, due, { taken: until, next, after });
}

/** Whether the account is refused, and not only the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof VendorRefusal && [401, 403, 404].includes(error.status);
}

/** Milliseconds between requests about something that is under way. */
const shortestWaitMs = () => readVariable(reconcileSeconds) * 1000;

function reconcileDueNumber(
  { id }: Overdue,
  { table, now, taken, questionMs: timeoutMs }: ReconcileDependencies & { readonly taken: TakenRecord },
): Reconciled {
  const number = storedNumber.parse(taken.item);
  return {
    async ask() {
      if (!(await endCallsOfNumber(table, number, now()))) return;
      try {
        await reconcileNumber(table, number, { timeoutMs });
      } catch (error) {
        // A refusal by the user's own account costs us nothing. 429: the account sent too many requests.
        if (!(number.linked && error instanceof VendorRefusal && error.status !== 429)) throw error;
        logger.warn('The vendor refused to change a linked number.', { id, error });
        await finishReconciliation(table, number);
      }
    },
    // The number may still cost money; the log names it for the operator.
    giveUp: () => finishReconciliation(table, number),
  };
}

function reconcileDuePurchase(
  { id, userId }: Overdue,
  { table, now, taken, questionMs: timeoutMs }: ReconcileDependencies & { readonly taken: TakenRecord },
): Reconciled {
  const purchase = readPurchase(taken.item);
  return {
    async ask() {
      const client = await telephonyClientOf(table, purchase.number, { timeoutMs });
      if (client) {
        await reconcilePurchase(purchase, { table, vendor: new VendorNumbers(client), now });
        return;
      }
      // The user's own account, and so anything bought through it, belongs to the user.
      logger.warn('A purchase was dropped: its account connection was deleted.', { id, userId });
      await dropPurchase(table, purchase);
    },
    giveUp: () => dropPurchase(table, purchase),
  };
}
