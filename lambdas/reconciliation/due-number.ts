import { storedNumber } from '../domain/records/number.ts';
import { logger } from '../runtime/logger.ts';
import type { Overdue, Taken } from '../store/calls/overdue.ts';
import { finishReconciliation } from '../store/numbers/number-reconciliation.ts';
import { VendorRefusal } from '../telephony/client.ts';
import { reconcileNumber } from './reconcile-number.ts';
import type { ReconcileDependencies, Reconciled } from './reconciled.ts';

/** A number of which the vendor is yet to be told something. */
export function reconcileDueNumber(
  { id }: Overdue,
  { table, taken, questionMs: timeoutMs }: ReconcileDependencies & { readonly taken: Taken },
): Reconciled {
  const number = storedNumber.parse(taken.item);
  return {
    connection: number.telephony_account_connection,
    async ask() {
      try {
        await reconcileNumber(table, number, { timeoutMs });
      } catch (error) {
        // What its owner's account may not do is no debt of ours. 429: too many requests just now.
        if (!(number.linked && error instanceof VendorRefusal && error.status !== 429)) throw error;
        logger.warn('The vendor refused what was to become of a linked number.', { id, error });
        await finishReconciliation(table, number);
      }
    },
    // One that was bought may still be paid for: the log tells the operator which.
    giveUp: () => finishReconciliation(table, number),
  };
}
