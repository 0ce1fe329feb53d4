import { logger } from '../runtime/logger.ts';
import type { Overdue, Taken } from '../store/calls/overdue.ts';
import { dropPurchase, readPurchase } from '../store/numbers/purchases.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { reconcilePurchase } from '../telephony/buy-number.ts';
import { VendorNumbers } from '../telephony/numbers.ts';
import type { ReconcileDependencies, Reconciled } from './reconciled.ts';

/** Reconciles a purchase whose outcome is unknown. */
export function reconcileDuePurchase(
  { id, userId }: Overdue,
  { table, now, taken, questionMs: timeoutMs }: ReconcileDependencies & { readonly taken: Taken },
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
