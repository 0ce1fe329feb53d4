import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { loadCall } from '../../calls/store/calls.ts';
import type { Event } from '../../events/model/events.ts';
import { transcriptPayload } from '../../events/model/events-of-change.ts';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { readItem, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { sendUntilDecided } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM } from '../../platform/table/write-if.ts';
import {
  equal,
  scanRange,
  type TakenPage,
  type TimeRange,
  takePage,
} from '../../records/store/lists/take-page.ts';
import { circuitBreaker } from '../../webhooks/model/circuit-breaker.ts';
import { type EventKind, webhook } from '../../webhooks/model/webhook.ts';
import { circuitBreakerKey } from '../../webhooks/store/keys.ts';
import {
  DELIVERY_KEPT_SECONDS,
  type DeliveryAttempt,
  type FailureReason,
  type StoredDelivery,
  storedDelivery,
} from '../model/delivery.ts';
import type { AttemptContext, DeliveryState } from '../model/delivery-outcome.ts';

export interface DeliveryKey {
  readonly userId: string;
  readonly deliveryId: string;
}

export async function createDelivery(table: Table, delivery: StoredDelivery): Promise<boolean> {
  const key = recordKey(delivery.user_id, 'delivery', delivery.id);
  const put = {
    TableName: table.name,
    Item: { ...key, ...delivery, expires_at: expiry(new Date(delivery.created_at)) },
    ConditionExpression: NEW_ITEM,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  return isWrittenByUs(
    () => table.client.send(new PutCommand(put)),
    ({ created_at }) => created_at === delivery.created_at,
  );
}

/** The client repeats a request whose response is lost; `isOurs` says whether the refused write was ours. */
async function isWrittenByUs(
  send: () => Promise<unknown>,
  isOurs: (stored: StoredDelivery) => boolean,
): Promise<boolean> {
  const written = await sendUntilDecided(send);
  if (written.outcome === 'done') return true;
  return written.item !== undefined && isOurs(storedDelivery.parse(unmarshall(written.item)));
}

export async function loadDelivery(
  table: Table,
  { userId, deliveryId }: DeliveryKey,
): Promise<StoredDelivery | undefined> {
  const item = await readItem(table, recordKey(userId, 'delivery', deliveryId));
  return item && storedDelivery.parse(item);
}

/** Loads a delivery, its webhook and its circuit breaker in one request. */
export async function loadAttempt(
  table: Table,
  { userId, deliveryId, webhookId }: DeliveryKey & { readonly webhookId: string },
): Promise<AttemptContext> {
  const keys = [
    recordKey(userId, 'delivery', deliveryId),
    recordKey(userId, 'webhook', webhookId),
    circuitBreakerKey(userId, webhookId),
  ];
  const items = await getItems(table, keys);
  const [delivery, hook, breaker] = keys.map(({ sk }) => items.find((item) => item.sk === sk));
  return {
    delivery: delivery && storedDelivery.parse(delivery),
    webhook: hook && webhook.parse(hook),
    breaker: breaker && circuitBreaker.parse(breaker),
  };
}

export async function recordAttempt(
  table: Table,
  delivery: StoredDelivery,
  { attempt, state }: { readonly attempt: DeliveryAttempt; readonly state: DeliveryState },
): Promise<boolean> {
  const update = stateUpdate(delivery, state, { attempts: [...delivery.attempts, attempt] });
  return updateDelivery(table, delivery, update, ({ attempts }) => {
    const storedAttempt = attempts[delivery.attempts.length];
    return storedAttempt?.at === attempt.at && storedAttempt.duration_ms === attempt.duration_ms;
  });
}

/** Gives up on a delivery without an attempt, unless it was attempted meanwhile. */
export async function giveUp(
  table: Table,
  delivery: StoredDelivery,
  failureReason: FailureReason,
): Promise<void> {
  await updateDelivery(table, delivery, stateUpdate(delivery, { status: 'failed', failureReason }, {}));
}

function stateUpdate(
  delivery: StoredDelivery,
  state: DeliveryState,
  fields: Partial<StoredDelivery>,
): FieldUpdate {
  return {
    set: {
      ...fields,
      status: state.status,
      ...(state.status === 'failed' && { failure_reason: state.failureReason }),
      ...(state.status === 'pending' && { next_attempt_at: state.nextAttemptAt.toISOString() }),
    },
    remove: state.status === 'pending' ? [] : ['next_attempt_at'],
    condition: '#status = :pending AND size(attempts) = :made',
    values: { ':pending': 'pending', ':made': delivery.attempts.length },
  };
}

/** Restarts a delivery's schedule. Returns false if an attempt was stored since it was read. */
export async function reopenDelivery(
  table: Table,
  delivery: StoredDelivery,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): Promise<boolean> {
  const update = restartUpdate(delivery, { requestId, now });
  return updateDelivery(table, delivery, update, ({ request_id }) => request_id === requestId);
}

export function restartUpdate(
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
  isOurs: (stored: StoredDelivery) => boolean = () => false,
): Promise<boolean> {
  const input = {
    ...updateOf(table, recordKey(user_id, 'delivery', id), update).Update,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  return isWrittenByUs(() => table.client.send(new UpdateCommand(input)), isOurs);
}

const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + DELIVERY_KEPT_SECONDS;

export interface DeliveryFilter extends TimeRange {
  readonly webhook_id?: string | undefined;
  readonly call_id?: string | undefined;
  readonly type?: EventKind | undefined;
  readonly status?: StoredDelivery['status'] | undefined;
}

interface DeliverySearch {
  readonly filter: DeliveryFilter;
  /** The id to continue after. @default from the newest */
  readonly after?: string | undefined;
}

const scanFor = (userId: string, { filter: { from, until, ...where }, after }: DeliverySearch) => ({
  keyOf: (id: string) => recordKey(userId, 'delivery', id),
  range: { from, until },
  after,
  where: equal(where),
  parse: (item: unknown) => storedDelivery.parse(item),
});

/** Scans a user's deliveries by event, newest first. */
export const findDeliveries = (table: Table, userId: string, search: DeliverySearch) =>
  scanRange(table, { ...scanFor(userId, search), mayLag: false });

/** Up to `size` deliveries of a user; fewer, or none, with a `next`, if only few match the filter. */
export const findDeliveryPage = (
  table: Table,
  userId: string,
  { size, ...search }: DeliverySearch & { readonly size: number },
): Promise<TakenPage<StoredDelivery>> => takePage(table, scanFor(userId, search), size);

/** The payload of a delivery. Returns undefined if it was deleted with its call. */
export async function loadPayload(
  table: Table,
  { payload, user_id: userId, call_id: callId }: StoredDelivery,
): Promise<Event['payload'] | undefined> {
  if (payload) return payload;
  const call = callId !== undefined && (await loadCall(table, { userId, callId }));
  return call ? transcriptPayload(call) : undefined;
}
