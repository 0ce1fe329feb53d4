import * as z from 'zod/mini';
import { delivery, listedDelivery, toDelivery } from '../../../domain/events/delivery.ts';
import { id } from '../../../domain/fields.ts';
import { defineEndpoint, serve } from '../../../rest/endpoint.ts';
import { notFound } from '../../../rest/errors.ts';
import { deliveryParameters, readDeliveries } from '../../../rest/query/delivery-query.ts';
import { optionalParameter } from '../../../rest/query/query-values.ts';
import { loadPayload } from '../../../store/calls/delivery-payload.ts';
import { getDelivery as findDelivery } from '../../../store/webhooks/deliveries.ts';

export const getDelivery = defineEndpoint({
  operation: 'getDelivery',
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  summary: 'Get a delivery with every attempt',
  query: z.lazy(() => z.strictObject({ id: optionalParameter(id), ...deliveryParameters() })),
  response: z.union([delivery, z.array(listedDelivery)]),
  responseHeaders: ['Link'],
  tableActions: ['GetItem', 'Query'],
  async run({ userId, query: { id: deliveryId, ...query } }, { table }) {
    if (deliveryId === undefined) return readDeliveries(table, userId, query);
    const found = await findDelivery(table, { userId, deliveryId });
    if (!found) throw notFound('delivery');
    const payload = await loadPayload(table, found);
    return toDelivery({ ...found, ...(payload && { payload }) });
  },
});

export const handler = serve(getDelivery);
