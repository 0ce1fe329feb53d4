import { randomBytes } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../../lambdas/domain/events.ts';
import { newWebhookSecret, type Webhook } from '../../../lambdas/domain/webhook.ts';
import { prepareDelivery } from '../../../lambdas/webhooks/prepare.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8001';
const event: Event = {
  id: '01890a5d-ac96-574b-bcce-b302099a8009',
  type: 'event_message',
  user_id: ID,
  call_id: ID,
  webhook_id: ID,
  timestamp: '2026-01-01T12:00:00.000Z',
  payload: { sender: 'human', text: 'Grüße & mehr = 100 %?' },
};

function webhook(changes: Partial<Webhook> = {}): Webhook {
  const url = 'https://example.com/hook?key=a%20b&x=1';
  return {
    id: ID,
    user_id: ID,
    subscriptions: [],
    url,
    method: 'POST',
    secret: newWebhookSecret(randomBytes),
    ...changes,
  };
}

describe('prepareDelivery', () => {
  it('signs a POST so that the official library verifies it', () => {
    const target = webhook();

    const { method, url, headers, body } = prepareDelivery(event, target, new Date());

    const { id, type, call_id, timestamp, payload } = event;
    expect(new Verifier(target.secret).verify(body!, { ...headers })).toEqual({
      id,
      type,
      call_id,
      timestamp,
      payload,
    });
    expect({ method, url: url.href, contentType: headers['content-type'] }).toEqual({
      method: 'POST',
      url: target.url,
      contentType: 'application/json',
    });
  });

  it('keeps the event’s id over attempts and signs each at its own time', () => {
    const target = webhook();
    const first = prepareDelivery(event, target, new Date('2026-01-01T12:00:00.900Z')).headers;
    const second = prepareDelivery(event, target, new Date('2026-01-01T12:00:05Z')).headers;

    expect(first).toMatchObject({ 'webhook-id': event.id, 'webhook-timestamp': '1767268800' });
    expect(second).toMatchObject({ 'webhook-id': event.id, 'webhook-timestamp': '1767268805' });
    expect(second['webhook-signature']).not.toBe(first['webhook-signature']);
  });

  it('is not verified with another secret', () => {
    const { headers, body } = prepareDelivery(event, webhook(), new Date());

    expect(() => new Verifier(newWebhookSecret(randomBytes)).verify(body!, { ...headers })).toThrow(
      /signature/i,
    );
  });

  it('carries a GET in the query and signs the query string as it is sent', () => {
    const target = webhook({ method: 'GET' });
    const now = new Date('2026-01-01T12:00:00Z');

    const { method, url, headers, body } = prepareDelivery(event, target, now);

    const sent = new URL(url.href);
    const { key, payload, ...fields } = Object.fromEntries(sent.searchParams);
    expect(new Verifier(target.secret).sign(event.id, now, sent.search.slice(1))).toBe(
      headers['webhook-signature'],
    );
    expect({ method, body, key }).toEqual({ method: 'GET', body: undefined, key: 'a b' });
    expect(fields).toEqual({
      x: '1',
      id: event.id,
      type: event.type,
      call_id: ID,
      timestamp: event.timestamp,
    });
    expect(JSON.parse(payload!)).toEqual(event.payload);
  });
});

describe('newWebhookSecret', () => {
  it('is 32 random bytes in the form of Standard Webhooks', () => {
    const secrets = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)];

    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets)
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  });
});
