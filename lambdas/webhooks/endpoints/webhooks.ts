import * as z from 'zod/mini';
import { recordUse } from '../../audit/store/audit-entries.ts';
import {
  deliveryStatus,
  listedDelivery,
  newDelivery,
  toListedDelivery,
} from '../../deliveries/model/delivery.ts';
import { sampleEvents } from '../../deliveries/model/sample-events.ts';
import { requestsPerUser } from '../../deliveries/model/settings.ts';
import { createDeliveryRequest, REPLAY_LEASE_SECONDS } from '../../deliveries/store/delivery-requests.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { beginLimited, type LeaseLimit, takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { id, time, utcTime } from '../../platform/fields.ts';
import { newWebhookSecret, webhook, webhookInput, webhookKind, webhookUpdate } from '../model/webhook.ts';
import {
  CHECK_ALL_CALLS,
  prepareWebhookChange,
  requireEnabled,
  requireRoomForAllCalls,
} from '../requests/prepare-change.ts';
import { replayLeasesKey } from '../store/keys.ts';
import { addWebhook, rotateSecret } from '../store/webhooks.ts';

const DELIVERY_REQUESTS = 'too_many_delivery_requests';

const TESTS: UserLimit = {
  use: 'tests',
  variable: requestsPerUser.testsPerMinute,
  msg: (most) => `You may request ${most} tests a minute`,
  type: DELIVERY_REQUESTS,
};

const REPLAYS: LeaseLimit = {
  key: replayLeasesKey,
  variable: requestsPerUser.replaysAtOnce,
  seconds: REPLAY_LEASE_SECONDS,
  retryAfterSeconds: 30,
  msg: (most) => `You may run ${most} replays at once`,
  type: DELIVERY_REQUESTS,
};

export const createWebhook = () =>
  records.defineCreation(webhookKind, {
    body: webhookInput,
    hasUrls: true,
    furtherActions: CHECK_ALL_CALLS,
    make: (inline, body) => addWebhook(inline, body),
    check: ({ userId, body }, { table }) => requireRoomForAllCalls(table, userId, body.all_calls ? 1 : 0),
  });

export const updateWebhook = () =>
  records.defineUpdate(webhookKind, {
    body: webhookUpdate,
    hasUrls: true,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', ...CHECK_ALL_CALLS],
    changes: async ({ userId, query: { id }, body }, { table, now }) => ({
      body: await prepareWebhookChange(table, { userId, id, body, now: now() }),
    }),
  });

export const getWebhook = () => records.defineGet(webhookKind);

export const listWebhooks = () => records.defineList(webhookKind, webhook, { hasBare: true });

export const deleteWebhook = () => records.defineDeletion(webhookKind, { referrers: KINDS });

export const rotateWebhookSecret = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/rotate_secret',
    summary: 'Rotate the secret of a webhook',
    query: idQuery,
    response: webhook,
    makesSecrets: true,
    tableActions: ['GetItem', 'UpdateItem'],
    async run({ userId, query }, { table, now, randomBytes }) {
      const key = { userId, webhookId: query.id };
      const rotation = { secret: newWebhookSecret(randomBytes), now: now() };
      const updated = await rotateSecret(table, key, rotation);
      if (!updated) throw notFound('webhook');
      return updated;
    },
  });

export const testWebhook = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/test',
    summary: 'Deliver sample events to a webhook',
    query: idQuery,
    response: z.array(listedDelivery),
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [requestsPerUser.testsPerMinute, requestsPerUser.retriesPerMinute],
    async run({ userId, query }, { table, newId, now }) {
      const webhook = await requireEnabled(table, userId, query.id);
      const { id: webhook_id, subscriptions } = webhook;
      const at = now();
      await takeUse(table, TESTS, { userId, now: at });
      const own = {
        id: newId(),
        type: 'delivery_request' as const,
        user_id: userId,
        webhook_id,
        timestamp: at.toISOString(),
      };
      await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
      await createDeliveryRequest(table, { ...own, asked: { kind: 'test', subscriptions } });
      return sampleEvents(own, subscriptions).map((event) =>
        toListedDelivery(newDelivery(event, webhook, { now: at, test: true })),
      );
    },
  });

const body = z.lazy(() =>
  z.strictObject({ from: time(), until: z.optional(time()), status: z.optional(deliveryStatus) }),
);

const accepted = z.lazy(() =>
  z.object({
    id,
    webhook_id: id,
    from: utcTime(),
    until: utcTime(),
    status: z.nullable(deliveryStatus),
  }),
);

export const replayWebhook = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/replay',
    summary: 'Replay past events of a webhook',
    query: idQuery,
    body,
    response: accepted,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [requestsPerUser.replaysAtOnce],
    async run({ userId, query, body: { from, until, status } }, { table, newId, now }) {
      const { id: webhook_id } = await requireEnabled(table, userId, query.id);
      const timestamp = now().toISOString();
      const range = { from, until: until ?? timestamp };
      const request = {
        id: newId(),
        type: 'delivery_request' as const,
        user_id: userId,
        webhook_id,
        timestamp,
        asked: { kind: 'replay' as const, ...range, ...(status && { status }) },
      };
      await beginLimited(table, REPLAYS, { userId, requestId: request.id, now: now() });
      await recordUse(table, { userId, kind: 'webhook', recordId: webhook_id });
      await createDeliveryRequest(table, request);
      return { id: request.id, webhook_id, ...range, status: status ?? null };
    },
  });
