import * as z from 'zod/mini';
import { listedDelivery } from '../../../domain/events/delivery.ts';
import { defineEndpoint, serve } from '../../../rest/endpoint.ts';
import { deliveryParameters, readDeliveries } from '../../../rest/query/delivery-query.ts';

export const listDeliveries = defineEndpoint({
  operation: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhooks/deliveries/list',
  summary: 'List deliveries',
  query: z.lazy(() => z.strictObject(deliveryParameters())),
  response: z.array(listedDelivery),
  responseHeaders: ['Link'],
  tableActions: ['Query'],
  run: ({ userId, query }, { table }) => readDeliveries(table, userId, query),
});

export const handler = serve(listDeliveries);
