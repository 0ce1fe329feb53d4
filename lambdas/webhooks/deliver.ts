import { type DeliveryOutcome, decide } from '../domain/delivery.ts';
import type { Event } from '../domain/events.ts';
import type { Webhook } from '../domain/webhook.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';
import { sendOutbound } from '../platform/outbound-request.ts';
import { postponeIn } from '../platform/postpone.ts';
import { eventConsumer } from '../platform/queue.ts';
import { getRecord } from '../store/records.ts';
import { stackTable } from '../store/table.ts';
import { prepareDelivery } from './prepare.ts';

/** Time that a receiver has for its answer, in milliseconds (Standard Webhooks advises 15 to 30 s). */
const TIMEOUT_MS = 15_000;

/** Delivers events to the webhook of their call's agent. */
export const handler = eventConsumer({
  async handle(event, attempt) {
    const webhook = event.webhook_id
      ? await getRecord(stackTable(), event.user_id, 'webhook', event.webhook_id)
      : undefined;
    if (!webhook || !isSubscribed(webhook, event)) return undefined;
    const outcome = await deliver(event, webhook);
    const decision = decide(outcome, attempt);
    logger.info('Attempted a delivery.', {
      eventId: event.id,
      webhookId: webhook.id,
      attempt,
      outcome,
      decision,
    });
    if (decision.kind === 'delivered') return undefined;
    if (decision.kind === 'retry') return { retryAfterSeconds: decision.afterSeconds };
    throw new Error('The event could not be delivered in the last attempt.');
  },
  postpone: postponeIn('WEBHOOK_QUEUE_URL'),
});

function isSubscribed({ subscriptions }: Webhook, { type }: Event): boolean {
  return subscriptions.some((kind) => kind === type);
}

async function deliver(event: Event, webhook: Webhook): Promise<DeliveryOutcome> {
  const allowedNetworks = environment('OUTBOUND_ALLOWED_NETWORKS').split(',').filter(Boolean);
  try {
    const delivery = prepareDelivery(event, webhook, systemClock());
    return {
      kind: 'answered',
      status: await sendOutbound({ ...delivery, timeoutMs: TIMEOUT_MS, allowedNetworks }),
    };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' };
  }
}
