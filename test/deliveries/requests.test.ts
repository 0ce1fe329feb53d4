import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endLease, takeLease } from '../../lambdas/platform/table/leases.ts';
import { replayLeasesKey } from '../../lambdas/webhooks/store/keys.ts';
import { EXTERNAL } from '../support/agent-versions.ts';
import { FORBIDDEN_URLS } from '../support/service/forbidden-urls.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';
import { storeDelivery } from '../support/table/stored-webhook.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
const other = new FunctionClient(functions.ofAnotherUser());
vi.stubEnv('TESTS_PER_MINUTE', '3');
vi.stubEnv('RETRIES_PER_MINUTE', '2');
vi.stubEnv('REPLAYS_AT_ONCE', '2');
// Within a minute: the limits per minute begin anew with the next one.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:20.000Z') }));
afterAll(() => vi.useRealTimers());

const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const webhookOf = (url: string) => ({ subscriptions: ['event_message'], url });
const newWebhook = (user = api) => user.created('/v1/webhooks/create', webhookOf('https://example.com/'));

describe('a URL without a public address', () => {
  const forbidden = 'http://169.254.169.254/';
  const actionOf = (url: string, input_schema = {}) => ({
    ...EXTERNAL,
    config: { ...EXTERNAL.config, url, input_schema },
  });

  it.each(FORBIDDEN_URLS)('is refused when a webhook is created: %s', async (url) => {
    const answer = await api.post('/v1/webhooks/create', webhookOf(url));

    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'url'] }] } });
  });

  it('is refused in updates, and in every field that the service requests', async () => {
    const webhook = await newWebhook();
    const agent = { prompt: { content: 'x' }, voice };
    const requests: [path: string, body: unknown, loc: string[]][] = [
      [`/v1/webhooks/update?id=${webhook.id}`, { url: forbidden }, ['url']],
      ['/v1/actions/create', actionOf(forbidden), ['config', 'url']],
      ['/v1/prompts/create', { content: 'x', context_endpoint: forbidden }, ['context_endpoint']],
      ['/v1/agents/create', { ...agent, webhook: webhookOf(forbidden) }, ['webhook', 'url']],
      ['/v1/agents/create', { ...agent, actions: [actionOf(forbidden)] }, ['actions', '0', 'config', 'url']],
    ];

    for (const [path, body, loc] of requests) {
      const issue = { loc: ['body', ...loc], type: 'address_not_public' };
      expect(await api.post(path, body)).toMatchObject({ status: 422, body: { detail: [issue] } });
    }
  });

  it('is accepted in a free-form field', async () => {
    const schema = { properties: { url: { default: forbidden } } };

    const answer = await api.post('/v1/actions/create', actionOf('https://example.com/', schema));

    expect(answer.status).toBe(200);
  });
});

describe('the limits of a user', () => {
  it('refuse more tests and retries than a minute permits, with the time to wait, for one user only', async () => {
    const webhook = await newWebhook();
    const failed = await storeDelivery(functions.table, { ...webhook, enabled: false }, new Date());
    const test = () => api.post(`/v1/webhooks/test?id=${webhook.id}`);
    const retry = () => api.post(`/v1/webhooks/deliveries/retry?id=${failed.id}`);

    const tests = await Promise.all(Array.from({ length: 5 }, test));
    const retries = [await retry(), await retry(), await retry()];
    const otherTest = await other.post(`/v1/webhooks/test?id=${(await newWebhook(other)).id}`);

    const refused = tests.find(({ status }) => status === 429);
    expect(tests.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
    expect(refused?.body.detail[0].type).toBe('too_many_delivery_requests');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(retries.at(-1)?.status).toBe(429);
    expect(otherTest.status).toBe(200);
  });

  it('refuse a replay above the maximum of running ones', async () => {
    const webhook = await newWebhook();
    const from = new Date(Date.now() - 60_000).toISOString();
    const replay = () => api.post(`/v1/webhooks/replay?id=${webhook.id}`, { from });
    const lease = { key: replayLeasesKey(functions.user), max: 9, seconds: 600, now: new Date() };
    const taken = await Promise.all(
      ['one', 'two'].map((holder) => takeLease(functions.table, { ...lease, holder })),
    );

    const refused = await replay();
    for (const each of taken) await endLease(functions.table, each!);

    expect(refused).toMatchObject({
      status: 429,
      body: { detail: [{ type: 'too_many_delivery_requests' }] },
    });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await replay()).status).toBe(200);
  });

  it('refuse an eleventh webhook for all calls, whichever request makes it', async () => {
    const all = { ...webhookOf('https://example.com/'), all_calls: true };
    const [made] = await Promise.all(
      Array.from({ length: 10 }, () => other.created('/v1/webhooks/create', all)),
    );
    const { id } = await newWebhook(other);
    const agent = await other.created('/v1/agents/create', {
      prompt: { content: 'x' },
      voice,
      webhook: { id },
    });

    const refused = [
      await other.post('/v1/webhooks/create', all),
      await other.post(`/v1/webhooks/update?id=${id}`, { all_calls: true }),
      await other.post(`/v1/agents/update?id=${agent.id}`, { webhook: { all_calls: true } }),
    ];
    await other.created(`/v1/webhooks/update?id=${made.id}`, { all_calls: false });

    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'too_many_all_calls_webhooks' }] },
      });
    expect((await other.post('/v1/webhooks/create', all)).status).toBe(200);
  });
});
