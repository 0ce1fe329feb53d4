import { storedNumber } from '../domain/records/number.ts';
import { logger } from '../runtime/logger.ts';
import type { Overdue, Taken } from '../store/calls/overdue.ts';
import { finishReconciliation } from '../store/numbers/number-reconciliation.ts';
import { VendorRefusal } from '../telephony/vendor-errors.ts';
import { reconcileNumber } from './reconcile-number.ts';
import type { ReconcileDependencies, Reconciled } from './reconciled.ts';

/** Reconciles a number whose state at the vendor must change. */
export function reconcileDueNumber(
  { id }: Overdue,
  { table, taken, questionMs: timeoutMs }: ReconcileDependencies & { readonly taken: Taken },
): Reconciled {
  const number = storedNumber.parse(taken.item);
  return {
    async ask() {
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
