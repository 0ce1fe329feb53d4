import type { DeliveryAttempt } from '../domain/events/delivery.ts';
import { type DeliveryOutcome, retryAfterSeconds } from '../domain/events/delivery-schedule.ts';
import type { PublicEvent } from '../domain/events/events.ts';
import type { Webhook } from '../domain/records/webhook.ts';
import type { Clock } from '../runtime/clock.ts';
import { type OutboundAnswer, sendOutbound } from '../runtime/outbound/outbound-request.ts';
import { prepareDelivery } from './http-request.ts';

/**
 * Milliseconds until a receiver times out. It bounds how long one user's slow receivers can occupy all consumers; then
 * the queue delivers messages of other users first.
 */
const TIMEOUT_MS = 8_000;

/** Bytes of a receiver's answer that are kept. */
const MAX_RESPONSE_BYTES = 4_096;

/** Characters of an error message that are kept. */
const MAX_REASON_LENGTH = 500;

export interface EventSending {
  readonly now: Clock;
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
}

/** Sends an event to its webhook once. */
export async function sendEvent(
  event: PublicEvent,
  webhook: Webhook,
  sending: EventSending,
): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome: DeliveryOutcome }> {
  const begun = sending.now();
  const answer = await send(event, webhook, sending);
  const now = sending.now();
  const isAnswer = typeof answer !== 'string';
  return {
    attempt: {
      at: begun.toISOString(),
      duration_ms: Math.max(0, now.getTime() - begun.getTime()),
      status: isAnswer ? answer.status : null,
      error: isAnswer ? null : answer,
      response: isAnswer ? answer.body : null,
    },
    outcome: isAnswer
      ? {
          kind: 'answered',
          status: answer.status,
          retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now),
        }
      : { kind: 'failed', reason: answer },
  };
}

/** The receiver's answer, or why there was none. */
async function send(
  event: PublicEvent,
  webhook: Webhook,
  { now, apiUrl, allowedNetworks }: EventSending,
): Promise<OutboundAnswer | string> {
  try {
    const delivery = prepareDelivery(event, webhook, { now: now(), apiUrl });
    const limits = {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      allowedNetworks,
    };
    return await sendOutbound({ ...delivery, ...limits });
  } catch (error) {
    return (error instanceof Error ? error.message : 'unknown').slice(0, MAX_REASON_LENGTH);
  }
}
