import * as z from 'zod/mini';
import { delivery, hasRoomForAttempts, listedDelivery, toDelivery } from '../domain/events/delivery.ts';
import { id } from '../domain/fields.ts';
import { defineEndpoint } from '../rest/endpoint.ts';
import { ApiError, notFound } from '../rest/errors.ts';
import { takeDeliveryRequest } from '../rest/limits/user-limits.ts';
import { deliveryParameters, readDeliveries } from '../rest/query/delivery-query.ts';
import { idQuery } from '../rest/query/id-query.ts';
import { optionalParameter } from '../rest/query/query-values.ts';
import { requireEnabled } from '../rest/require-record.ts';
import { RETRIES_PER_MINUTE, TESTS_PER_MINUTE } from '../runtime/variables/settings.ts';
import { recordUse } from '../store/audit/audit-entries.ts';
import { loadPayload } from '../store/calls/delivery-payload.ts';
import { getDelivery as loadDelivery } from '../store/webhooks/deliveries.ts';
import { requestRetry } from '../store/webhooks/delivery-requests.ts';

export const getDelivery = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    summary: 'Get a delivery with every attempt',
    query: z.lazy(() => z.strictObject({ id: optionalParameter(id), ...deliveryParameters() })),
    response: z.union([delivery, z.array(listedDelivery)]),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query: { id: deliveryId, ...query } }, { table }) {
      if (deliveryId === undefined) return readDeliveries(table, userId, query);
      const found = await loadDelivery(table, { userId, deliveryId });
      if (!found) throw notFound('delivery');
      const payload = await loadPayload(table, found);
      return toDelivery({ ...found, ...(payload && { payload }) });
    },
  });

export const listDeliveries = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/webhooks/deliveries/list',
    summary: 'List deliveries',
    query: z.lazy(() => z.strictObject(deliveryParameters())),
    response: z.array(listedDelivery),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    run: ({ userId, query }, { table }) => readDeliveries(table, userId, query),
  });

export const retryDelivery = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/deliveries/retry',
    summary: 'Retry a delivery',
    query: idQuery,
    response: delivery,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [TESTS_PER_MINUTE, RETRIES_PER_MINUTE],
    async run({ userId, query }, { table, newId, now }) {
      const key = { userId, deliveryId: query.id };
      const found = await loadDelivery(table, key);
      if (!found) throw notFound('delivery');
      await requireEnabled(table, userId, found.webhook_id);
      if (!hasRoomForAttempts(found))
        throw refusal(
          'This delivery has too many attempts for another retry; read its payload instead.',
          'too_many_attempts',
        );
      await takeDeliveryRequest(table, { userId, kind: 'retries', now: now() });
      const { webhook_id } = found;
      await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
      const requestId = newId();
      const isStored = await requestRetry(table, found, {
        id: requestId,
        type: 'delivery_request',
        user_id: userId,
        webhook_id,
        timestamp: now().toISOString(),
        asked: { kind: 'retry', delivery_id: found.id },
      });
      const begun = await loadDelivery(table, key);
      // An earlier run of the same request may have stored it.
      if (!begun || (!isStored && begun.request_id !== requestId))
        throw refusal(
          'An attempt of this delivery is under way; try again in a few seconds.',
          'delivery_in_progress',
        );
      return toDelivery(begun);
    },
  });

const refusal = (msg: string, type: string) =>
  new ApiError('conflict', [{ loc: ['query', 'id'], msg, type }]);
