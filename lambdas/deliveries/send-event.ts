import { Webhook as Signer } from 'standardwebhooks';
import type { PublicEvent } from '../events/model/events.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type OutboundAnswer,
  type OutboundRequest,
  sendOutbound,
} from '../platform/outbound/outbound-request.ts';
import { signingSecrets, type Webhook } from '../webhooks/model/webhook.ts';
import type { DeliveryAttempt } from './model/delivery.ts';
import { type DeliveryOutcome, retryAfterSeconds } from './model/delivery-outcome.ts';

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

/** The time of sending, and the URL of the API without a trailing slash. */
interface SendContext {
  readonly now: Date;
  readonly apiUrl: string;
}

/** Maximum length of a payload in a query, in characters of its JSON. */
const MAX_QUERY_PAYLOAD = 4_096;

/** Serializes an event for its webhook and signs it by Standard Webhooks. A GET signs the equivalent POST's body. */
export function prepareDelivery(
  event: PublicEvent,
  webhook: Webhook,
  { now, apiUrl }: SendContext,
): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'> {
  const url = new URL(webhook.url);
  const { id, type, call_id, campaign_id, agent_version, timestamp, sequence } = event;
  if (webhook.method === 'POST') {
    const { payload } = event;
    const of = { call_id, campaign_id, agent_version };
    const body = JSON.stringify({ id, type, ...of, timestamp, sequence, payload });
    const headers = { 'content-type': 'application/json', ...signature(event, webhook, body, now) };
    return { url, method: 'POST', headers, body };
  }
  const payload = queryPayload(event, apiUrl);
  // Receivers rebuild the body from the query, so no field may be added to it.
  const subject = call_id === undefined ? { campaign_id: campaign_id ?? '' } : { call_id };
  const signed = JSON.stringify({ id, type, ...subject, timestamp, sequence, payload });
  const fields = {
    id,
    type,
    ...subject,
    timestamp,
    sequence: String(sequence),
    payload: JSON.stringify(payload),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
  return { url, method: 'GET', headers: signature(event, webhook, signed, now) };
}

function queryPayload({ type, call_id, payload }: PublicEvent, apiUrl: string) {
  const isShort = JSON.stringify(payload).length <= MAX_QUERY_PAYLOAD;
  return isShort && type !== 'event_transcript' ? payload : { call_url: `${apiUrl}/v1/calls?id=${call_id}` };
}

/** Signs with every valid secret, so that a receiver needs to know only one of them. */
function signature({ id }: PublicEvent, webhook: Webhook, signed: string, now: Date): Record<string, string> {
  const signatures = signingSecrets(webhook, now).map((secret) => new Signer(secret).sign(id, now, signed));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
    'user-agent': 'phone-call-agents-webhooks/1',
  };
}
