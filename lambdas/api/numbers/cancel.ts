import { compactNumber } from '../../domain/records/number.ts';
import { reconcileNumber } from '../../reconciliation/reconcile-number.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { phoneQuery, unknownNumber } from '../../rest/query/id-query.ts';
import { callbackKey, telephonyAccount } from '../../runtime/grants.ts';
import { logger } from '../../runtime/logger.ts';
import { CALLBACK_BASE_URL } from '../../runtime/variables/resources.ts';
import { TELEPHONY_API_URL } from '../../runtime/variables/settings.ts';
import { cancelNumber as storeCancelled } from '../../store/numbers/cancel-number.ts';
import { findNumber } from '../../store/numbers/numbers.ts';
import { loadCompactNumber } from '../../store/numbers/shown-numbers.ts';

export const cancelNumber = defineEndpoint({
  operation: 'cancelNumber',
  method: 'POST',
  path: '/v1/numbers/cancel',
  summary: 'Cancel a number',
  query: phoneQuery,
  response: compactNumber,
  tableActions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
  grants: [telephonyAccount, callbackKey],
  variables: [TELEPHONY_API_URL, CALLBACK_BASE_URL],
  async run({ userId, query }, { table, now }) {
    const number = await findNumber(table, userId, query.phone_number);
    if (!number) throw unknownNumber();
    const cancelled = number.active ? await storeCancelled(table, number, now()) : number;
    // Reconciliation was requested with the cancellation and repeats a failed step within minutes.
    if (cancelled.settle_at !== undefined) {
      await reconcileNumber(table, cancelled, { interactive: true }).catch((error) =>
        logger.warn('A cancelled number has yet to be reconciled with the vendor.', {
          id: cancelled.id,
          error,
        }),
      );
    }
    return loadCompactNumber(table, cancelled);
  },
});

export const handler = serve(cancelNumber);
