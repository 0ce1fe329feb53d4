import * as z from 'zod/mini';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { idQuery, optionalParameter, pageSize, timeFromText } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { id } from '../../platform/fields.ts';
import type { Table } from '../../platform/table/table.ts';
import { eventKind } from '../../webhooks/model/webhook.ts';
import { requireEnabled } from '../../webhooks/requests/prepare-change.ts';
import {
  delivery,
  deliveryStatus,
  hasRoomForAttempts,
  type ListedDelivery,
  listedDelivery,
  toDelivery,
  toListedDelivery,
} from '../model/delivery.ts';
import { requestsPerUser } from '../model/settings.ts';
import { findDeliveryPage, loadDelivery, loadPayload } from '../store/deliveries.ts';
import { requestRetry } from '../store/delivery-requests.ts';

const RETRIES: UserLimit = {
  use: 'retries',
  variable: requestsPerUser.retriesPerMinute,
  msg: (most) => `You may request ${most} retries a minute`,
  type: 'too_many_delivery_requests',
};

const DEFAULT_SIZE = 50;

const deliveryParameters = () => ({
  webhook: optionalParameter(id),
  call: optionalParameter(id),
  type: optionalParameter(eventKind),
  status: optionalParameter(deliveryStatus),
  from: optionalParameter(timeFromText),
  until: optionalParameter(timeFromText),
  size: pageSize(),
  cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
});

const deliveryQuery = z.lazy(() => z.strictObject(deliveryParameters()));

/** A page of a user's deliveries, with links to the other pages. */
async function readDeliveries(
  table: Table,
  userId: string,
  query: z.infer<typeof deliveryQuery>,
): Promise<Reply<ListedDelivery[]>> {
  const { webhook: webhook_id, call: call_id, size = DEFAULT_SIZE, cursor, ...rest } = query;
  const filter = { webhook_id, call_id, ...rest };
  const { items, next } = await findDeliveryPage(table, userId, { filter, after: cursor?.after, size });
  const link = linkHeader(query, next && cursorText({ after: next }));
  return new Reply(items.map(toListedDelivery), { link });
}

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
      const foundDelivery = await loadDelivery(table, { userId, deliveryId });
      if (!foundDelivery) throw notFound('delivery');
      const payload = await loadPayload(table, foundDelivery);
      return toDelivery({ ...foundDelivery, ...(payload && { payload }) });
    },
  });

export const listDeliveries = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/webhooks/deliveries/list',
    summary: 'List deliveries',
    query: deliveryQuery,
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
    variables: [requestsPerUser.testsPerMinute, requestsPerUser.retriesPerMinute],
    async run({ userId, query }, { table, newId, now }) {
      const key = { userId, deliveryId: query.id };
      const foundDelivery = await loadDelivery(table, key);
      if (!foundDelivery) throw notFound('delivery');
      await requireEnabled(table, userId, foundDelivery.webhook_id);
      if (!hasRoomForAttempts(foundDelivery))
        throw refusal(
          'This delivery has too many attempts for another retry; read its payload instead.',
          'too_many_attempts',
        );
      await takeUse(table, RETRIES, { userId, now: now() });
      const { webhook_id } = foundDelivery;
      await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
      const requestId = newId();
      const isStored = await requestRetry(table, foundDelivery, {
        id: requestId,
        type: 'delivery_request',
        user_id: userId,
        webhook_id,
        timestamp: now().toISOString(),
        asked: { kind: 'retry', delivery_id: foundDelivery.id },
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
