import type { PublicEvent } from '../events/model/events.ts';
import type { Clock } from '../platform/clock.ts';
import { type OutboundAnswer, sendOutbound } from '../platform/outbound/outbound-request.ts';
import type { Webhook } from '../webhooks/model/webhook.ts';
import type { DeliveryAttempt } from './model/delivery.ts';
import { type DeliveryOutcome, retryAfterSeconds } from './model/delivery-outcome.ts';
import { prepareDelivery } from './signed-request.ts';

/** Milliseconds until a receiver times out: slow receivers of one user must not occupy all consumers for long. */
const TIMEOUT_MS = 8_000;

/** Maximum bytes of a receiver's response that are stored. */
const MAX_RESPONSE_BYTES = 4_096;

/** Maximum characters of an error message that are stored. */
const MAX_REASON_LENGTH = 500;

export interface EventSending {
  readonly now: Clock;
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
}

export async function sendEvent(
  event: PublicEvent,
  webhook: Webhook,
  sending: EventSending,
): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome: DeliveryOutcome }> {
  const begun = sending.now();
  const {
    status = null,
    body: response = null,
    error = null,
    ...answer
  } = await send(event, webhook, sending);
  const now = sending.now();
  const duration_ms = Math.max(0, now.getTime() - begun.getTime());
  return {
    attempt: { at: begun.toISOString(), duration_ms, status, error, response },
    outcome: { status, retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now) },
  };
}

/** The receiver's response, or why there was none. */
async function send(
  event: PublicEvent,
  webhook: Webhook,
  { now, apiUrl }: EventSending,
): Promise<Partial<OutboundAnswer> & { readonly error?: string }> {
  try {
    const delivery = prepareDelivery(event, webhook, { now: now(), apiUrl });
    return await sendOutbound({ ...delivery, timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES });
  } catch (error) {
    return { error: (error instanceof Error ? error.message : 'unknown').slice(0, MAX_REASON_LENGTH) };
  }
}
