import { Webhook as Signer } from 'standardwebhooks';
import type { Event } from '../domain/events.ts';
import type { Webhook } from '../domain/webhook.ts';

/** A delivery ready to be sent. */
export interface PreparedDelivery {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Writes an event down for its webhook and signs it by Standard Webhooks. A POST carries JSON and signs its body; a GET carries the
 * fields in the query, with the payload as JSON, and signs the whole query string as it is sent, without the question mark.
 */
export function prepareDelivery(event: Event, webhook: Webhook, now: Date): PreparedDelivery {
  const url = new URL(webhook.url);
  const { id, type, call_id, timestamp, payload } = event;
  if (webhook.method === 'POST') {
    const body = JSON.stringify({ id, type, call_id, timestamp, payload });
    const headers = { 'content-type': 'application/json', ...signature(event, webhook, body, now) };
    return { url, method: 'POST', headers, body };
  }
  const fields = { id, type, call_id, timestamp, payload: JSON.stringify(payload) };
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
  return { url, method: 'GET', headers: signature(event, webhook, url.search.slice(1), now) };
}

function signature({ id }: Event, { secret }: Webhook, signed: string, now: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, now, signed),
    'user-agent': 'phone-call-agents-webhooks/1',
  };
}
