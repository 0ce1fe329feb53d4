import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);

const PROMPTS = '/v1/prompts/create';
const WEBHOOKS = '/v1/webhooks/create';
const webhook = { subscriptions: ['event_message'], url: 'https://example.com/hook' };

function post(path: string, body: unknown, key: string, as = api) {
  return as.send(path, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

describe('a POST with an idempotency key', () => {
  it('runs once, and answers repeats like the first request', async () => {
    const key = randomUUID();
    const before = (await api.get('/v1/webhooks/list')).body.total;

    const first = await post(WEBHOOKS, webhook, key);
    const second = await post(WEBHOOKS, webhook, key);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect((await api.get('/v1/webhooks/list')).body.total).toBe(before + 1);
  });

  it('is refused when the key was used with another body, query or operation', async () => {
    const key = randomUUID();
    const { body: prompt } = await post(PROMPTS, { content: 'One.' }, key);

    const answers = await Promise.all([
      post(PROMPTS, { content: 'Two.' }, key),
      post(WEBHOOKS, webhook, key),
      post(`/v1/prompts/update?id=${prompt.id}`, { content: 'One.' }, key),
    ]);

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: [{ loc: ['header', 'idempotency-key'], type: 'idempotency_key_reused' }] },
      });
    }
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(256)])('is refused with the key %o', async (key) => {
    const answer = await api.send(PROMPTS, {
      method: 'POST',
      headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
      body: JSON.stringify({ content: 'One.' }),
    });

    expect(answer).toMatchObject({
      status: 400,
      body: { detail: [{ loc: ['header', 'idempotency-key'], type: 'wrong_format' }] },
    });
  });
});

it.each(['2022-01', '', '2024-08-28'])('the version of a request may not be %o', async (version) => {
  const answer = await api.send('/v1/prompts/list', { headers: { 'api-version': version } });

  expect(answer).toMatchObject({
    status: 400,
    body: {
      detail: [
        {
          loc: ['header', 'api-version'],
          msg: 'This version does not exist. Must be one of: 2023-08, 2024-08, 2024-08-27, 2026-11.',
          type: 'unknown_version',
        },
      ],
    },
  });
});
