import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  DELIVERY_KEPT_SECONDS,
  type DeliveryAttempt,
  type FailureReason,
  type StoredDelivery,
  storedDelivery,
} from '../../domain/events/delivery.ts';
import { type EndpointHealth, endpointHealth } from '../../domain/events/endpoint-health.ts';
import { type Webhook, webhook } from '../../domain/records/webhook.ts';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { getItems } from '../table/get-items.ts';
import { endpointHealthKey, recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Identifies a delivery: its user's id and its own. */
export interface DeliveryKey {
  readonly userId: string;
  readonly deliveryId: string;
}

/** Stores a delivery. Returns false if it exists. */
export async function createDelivery(table: Table, delivery: StoredDelivery): Promise<boolean> {
  const key = recordKey(delivery.user_id, 'delivery', delivery.id);
  return isWritten(() =>
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, ...delivery, expires_at: expiry(new Date(delivery.created_at)) },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** The delivery. Returns undefined if its user has none with this id. */
export async function getDelivery(
  table: Table,
  { userId, deliveryId }: DeliveryKey,
): Promise<StoredDelivery | undefined> {
  const Key = recordKey(userId, 'delivery', deliveryId);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item && storedDelivery.parse(Item);
}

/** The records that an attempt needs; each is undefined if it does not exist. */
export interface AttemptContext {
  readonly delivery: StoredDelivery | undefined;
  readonly webhook: Webhook | undefined;
  readonly health: EndpointHealth | undefined;
}

/** Loads a delivery, its webhook and its circuit breaker in one request. */
export async function loadAttempt(
  table: Table,
  { userId, deliveryId, webhookId }: DeliveryKey & { readonly webhookId: string },
): Promise<AttemptContext> {
  const keys = {
    delivery: recordKey(userId, 'delivery', deliveryId),
    webhook: recordKey(userId, 'webhook', webhookId),
    health: endpointHealthKey(userId, webhookId),
  };
  const items = await getItems(table, Object.values(keys));
  const itemAt = ({ sk }: { readonly sk: string }) => items.find((item) => item.sk === sk);
  const found = {
    delivery: itemAt(keys.delivery),
    webhook: itemAt(keys.webhook),
    health: itemAt(keys.health),
  };
  return {
    delivery: found.delivery && storedDelivery.parse(found.delivery),
    webhook: found.webhook && webhook.parse(found.webhook),
    health: found.health && endpointHealth.parse(found.health),
  };
}

/** The state of a delivery after an attempt, or without one. */
export type DeliveryState =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

/** Stores an attempt and the state after it. Returns false if another attempt was stored meanwhile. */
export async function recordAttempt(
  table: Table,
  delivery: StoredDelivery,
  { attempt, state }: { readonly attempt: DeliveryAttempt; readonly state: DeliveryState },
): Promise<boolean> {
  return recordState(table, delivery, state, { attempts: [...delivery.attempts, attempt] });
}

/** Gives a delivery up without an attempt. Returns false if it was attempted meanwhile. */
export async function giveUp(
  table: Table,
  delivery: StoredDelivery,
  failureReason: FailureReason,
): Promise<boolean> {
  return recordState(table, delivery, { status: 'failed', failureReason }, {});
}

function recordState(
  table: Table,
  delivery: StoredDelivery,
  state: DeliveryState,
  fields: Partial<StoredDelivery>,
): Promise<boolean> {
  return updateDelivery(table, delivery, {
    set: {
      ...fields,
      status: state.status,
      ...(state.status === 'failed' && { failure_reason: state.failureReason }),
      ...(state.status === 'pending' && { next_attempt_at: state.nextAttemptAt.toISOString() }),
    },
    remove: state.status === 'pending' ? [] : ['next_attempt_at'],
    condition: '#status = :pending AND size(attempts) = :made',
    values: { ':pending': 'pending', ':made': delivery.attempts.length },
  });
}

/** Restarts a delivery's schedule. Returns false if this request did so before, or an attempt was stored since it was read. */
export async function reopenDelivery(
  table: Table,
  delivery: StoredDelivery,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): Promise<boolean> {
  return updateDelivery(table, delivery, reopening(delivery, { requestId, now }));
}

/** The update that restarts a delivery's schedule. */
export function reopening(
  { attempts }: StoredDelivery,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): FieldUpdate {
  return {
    set: {
      status: 'pending',
      attempts_before: attempts.length,
      next_attempt_at: now.toISOString(),
      request_id: requestId,
      expires_at: expiry(now),
    },
    remove: ['failure_reason'],
    condition: 'size(attempts) = :made AND (attribute_not_exists(request_id) OR request_id <> :request)',
    values: { ':made': attempts.length, ':request': requestId },
  };
}

/** Erases the payload of a delivery; its record stays. */
export async function forgetPayload(table: Table, delivery: StoredDelivery): Promise<void> {
  await updateDelivery(table, delivery, { remove: ['payload'], condition: 'attribute_exists(payload)' });
}

async function updateDelivery(
  table: Table,
  { user_id, id }: StoredDelivery,
  update: FieldUpdate,
): Promise<boolean> {
  const Key = recordKey(user_id, 'delivery', id);
  return isWritten(() =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key, ...fieldUpdate(update) })),
  );
}

const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + DELIVERY_KEPT_SECONDS;
