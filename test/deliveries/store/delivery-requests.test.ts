import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredDelivery } from '../../../lambdas/deliveries/model/delivery.ts';
import type { DeliveryRequest } from '../../../lambdas/deliveries/model/requested-deliveries.ts';
import {
  createDelivery,
  loadDelivery,
  recordAttempt,
  reopenDelivery,
} from '../../../lambdas/deliveries/store/deliveries.ts';
import { requestRetry } from '../../../lambdas/deliveries/store/delivery-requests.ts';
import { storeDelivery, storedWebhook } from '../../support/table/stored-webhook.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const START = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

const newStored = () => storeDelivery(table, storedWebhook(), at(0));

const requestFor = ({ user_id, webhook_id, id }: StoredDelivery): DeliveryRequest => ({
  id: randomUUID(),
  type: 'delivery_request',
  user_id,
  webhook_id,
  timestamp: at(60).toISOString(),
  asked: { kind: 'retry', delivery_id: id },
});

const attempt = { at: at(1).toISOString(), duration_ms: 5, status: 500, error: null, response: '' };
const EXHAUSTED = { status: 'failed', failureReason: 'exhausted' } as const;

const stored = async ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  (await loadDelivery(table, { userId, deliveryId }))!;

describe('a delivery that is stored', () => {
  it('is recognized as stored by this run when the client repeats the request after a lost answer', async () => {
    const delivery = await newStored();

    expect(await createDelivery(table, delivery)).toBe(true);
  });

  it('recognizes its attempt when the client repeats the request after a lost answer', async () => {
    const delivery = await newStored();
    const record = () => recordAttempt(table, delivery, { attempt, state: EXHAUSTED });

    const kept = [await record(), await record()];

    expect(kept).toEqual([true, true]);
    expect((await stored(delivery)).attempts).toEqual([attempt]);
  });
});

describe('a retry', () => {
  it('restarts with its request, and once', async () => {
    const delivery = await newStored();
    await recordAttempt(table, delivery, { attempt, state: EXHAUSTED });
    const failed = await stored(delivery);
    const request = requestFor(delivery);

    const done = [await requestRetry(table, failed, request), await requestRetry(table, failed, request)];

    expect(done).toEqual([true, false]);
    const begun = await stored(delivery);
    expect(begun).toMatchObject({
      status: 'pending',
      attempts: [attempt],
      attempts_before: 1,
      next_attempt_at: at(60).toISOString(),
      request_id: request.id,
    });
    expect(begun).not.toHaveProperty('failure_reason');
  });

  it('is not restarted if it was attempted since it was read', async () => {
    const delivery = await newStored();
    await recordAttempt(table, delivery, { attempt, state: EXHAUSTED });

    expect(await requestRetry(table, delivery, requestFor(delivery))).toBe(false);
    expect(await reopenDelivery(table, delivery, { requestId: randomUUID(), now: at(60) })).toBe(false);
  });
});
