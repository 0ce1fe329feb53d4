import { randomBytes } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { prepareDelivery } from '../../lambdas/deliveries/send-event.ts';
import type { PublicEvent } from '../../lambdas/events/model/events.ts';
import { newWebhookSecret, rotated, type Webhook } from '../../lambdas/webhooks/model/webhook.ts';
import { storedWebhook } from '../support/table/stored-webhook.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8001';
const event: PublicEvent = {
  id: '01890a5d-ac96-574b-bcce-b302099a8009',
  type: 'event_message',
  user_id: ID,
  call_id: ID,
  webhook_id: ID,
  timestamp: '2026-01-01T12:00:00.000Z',
  sequence: 7,
  payload: { sender: 'human', text: 'Grüße & mehr = 100 %?' },
};

const URL_WITH_QUERY = 'https://example.com/hook?key=a%20b&x=1';
const webhook = (changes: Partial<Webhook> = {}) => storedWebhook({ url: URL_WITH_QUERY, ...changes });
const sendingAt = (time: string) => ({ now: new Date(time), apiUrl: 'https://api.example.com' });
const now = { now: new Date(), apiUrl: 'https://api.example.com' };

describe('prepareDelivery', () => {
  it('signs a POST so that the official library verifies it', () => {
    const target = webhook();

    const { method, url, headers, body } = prepareDelivery(event, target, now);

    const { id, type, call_id, timestamp, sequence, payload } = event;
    expect(new Verifier(target.secret).verify(body!, { ...headers })).toEqual({
      id,
      type,
      call_id,
      timestamp,
      sequence,
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
    const first = prepareDelivery(event, target, sendingAt('2026-01-01T12:00:00.900Z')).headers;
    const second = prepareDelivery(event, target, sendingAt('2026-01-01T12:00:05Z')).headers;

    expect(first).toMatchObject({ 'webhook-id': event.id, 'webhook-timestamp': '1767268800' });
    expect(second).toMatchObject({ 'webhook-id': event.id, 'webhook-timestamp': '1767268805' });
    expect(second['webhook-signature']).not.toBe(first['webhook-signature']);
  });

  it('carries a GET in the query and signs the body that a receiver rebuilds from its fields', () => {
    const target = webhook({ method: 'GET' });

    const { method, url, headers, body } = prepareDelivery(event, target, now);

    const sent = new URL(url.href);
    const { key, x, ...fields } = Object.fromEntries(sent.searchParams);
    expect({ method, body, key, x }).toEqual({ method: 'GET', body: undefined, key: 'a b', x: '1' });
    expect(new Verifier(target.secret).verify(rebuilt(fields), { ...headers })).toEqual({
      id: event.id,
      type: event.type,
      call_id: ID,
      timestamp: event.timestamp,
      sequence: event.sequence,
      payload: event.payload,
    });
  });

  it('names the campaign of an event that has no call', () => {
    const { call_id: campaign_id, ...rest } = event;
    const ofCampaign = { ...rest, campaign_id, type: 'event_campaign_resumed' as const, payload: {} };
    const target = webhook({ method: 'GET' });

    const { body } = prepareDelivery(ofCampaign, webhook(), now);
    const { url, headers } = prepareDelivery(ofCampaign, target, now);

    const fields = Object.fromEntries(url.searchParams);
    const signed = rebuilt(fields).replace('"call_id":"undefined"', `"campaign_id":"${fields.campaign_id}"`);
    expect(JSON.parse(body ?? '')).toMatchObject({ campaign_id: ID });
    expect(new Verifier(target.secret).verify(signed, { ...headers })).toMatchObject({ campaign_id: ID });
  });

  it.each([
    ['a transcript', { ...event, type: 'event_transcript', payload: { transcript: 'short', messages: [] } }],
    ['a long payload', { ...event, payload: { text: 'x'.repeat(5000) } }],
  ] as const)('refers a GET to %s', (_, long) => {
    const target = webhook({ method: 'GET' });

    const { url, headers } = prepareDelivery(long, target, now);

    const fields = Object.fromEntries(new URL(url.href).searchParams);
    const call_url = `https://api.example.com/v1/calls?id=${ID}`;
    expect(url.href.length).toBeLessThan(2_000);
    expect(new Verifier(target.secret).verify(rebuilt(fields), { ...headers })).toMatchObject({
      payload: { call_url },
    });
  });

  it('is signed with every valid secret, and with no other', () => {
    const first = webhook();
    const rotatedAt = new Date('2026-01-01T12:00:00Z');
    const target = { ...first, ...rotated(first, newWebhookSecret(randomBytes), rotatedAt) };
    const signaturesAt = (time: string) =>
      prepareDelivery(event, target, sendingAt(time)).headers['webhook-signature']?.split(' ') ?? [];

    const during = signaturesAt('2026-01-02T11:59:59Z');
    const after = signaturesAt('2026-01-02T12:00:01Z');

    const body = prepareDelivery(event, target, now).body ?? '';
    const signed = ({ secret }: Webhook, time: string) =>
      new Verifier(secret).sign(event.id, new Date(time), body);
    expect(during).toEqual([signed(target, '2026-01-02T11:59:59Z'), signed(first, '2026-01-02T11:59:59Z')]);
    expect(after).toEqual([signed(target, '2026-01-02T12:00:01Z')]);
  });
});

/** The signed body of a GET, as a receiver rebuilds it. */
const rebuilt = ({ id, type, call_id, timestamp, sequence, payload }: Record<string, string>) =>
  `{"id":"${id}","type":"${type}","call_id":"${call_id}","timestamp":"${timestamp}","sequence":${sequence},"payload":${payload}}`;

it('newWebhookSecret is 32 random bytes in the form of Standard Webhooks', () => {
  const secrets = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)];

  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
});
