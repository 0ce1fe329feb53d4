import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredCall } from '../../calls/model/call.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact, tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import { DELIVERY_KEPT_SECONDS, type StoredDelivery } from '../model/delivery.ts';
import { type DeliveryRequest, forgetRequestOf, type StoredRequest } from '../model/requested-deliveries.ts';
import { restartUpdate } from './deliveries.ts';

/** Seconds after which an abandoned replay no longer counts. The pauses of a running replay are much shorter. */
export const REPLAY_LEASE_SECONDS = 900;

/** Stores a request, unless an earlier run of the same API request stored it. */
export async function createDeliveryRequest(table: Table, request: DeliveryRequest): Promise<void> {
  await tryWrite(() => table.client.send(new PutCommand(requestPut(table, request))));
}

/** Restarts a delivery and stores its request in one transaction. Returns false if the delivery changed meanwhile. */
export async function requestRetry(
  table: Table,
  delivery: StoredDelivery,
  request: DeliveryRequest,
): Promise<boolean> {
  const update = restartUpdate(delivery, { requestId: request.id, now: new Date(request.timestamp) });
  return tryTransact(table, [
    { Put: requestPut(table, request) },
    updateOf(table, recordKey(delivery.user_id, 'delivery', delivery.id), update),
  ]);
}

/** The write that requests the erasure of a call's data from deliveries; none if the call has no messages. */
export function forgetCall(
  table: Table,
  call: StoredCall,
  request: Parameters<typeof forgetRequestOf>[1],
): readonly WriteItem[] {
  const forget = forgetRequestOf(call, request);
  return forget ? [{ Put: requestPut(table, forget) }] : [];
}

export const requestPut = (table: Table, request: StoredRequest) => ({
  TableName: table.name,
  Item: {
    ...recordKey(request.user_id, 'delivery_request', request.id),
    ...request,
    expires_at: Math.floor(Date.parse(request.timestamp) / 1000) + DELIVERY_KEPT_SECONDS,
  },
  ConditionExpression: 'attribute_not_exists(pk)',
});
