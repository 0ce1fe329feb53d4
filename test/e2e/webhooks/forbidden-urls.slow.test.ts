import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/service/api.ts';
import { FORBIDDEN_URLS } from '../../support/service/forbidden-urls.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

// Like on AWS: the service's own addresses must not be reachable.
let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ OUTBOUND_ALLOWED_NETWORKS: '' });
});

afterAll(() => service.close());

const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const webhookOf = (url: string) => ({ subscriptions: ['event_message'], url });
const actionOf = (url: string) => ({
  type: 'action_external',
  config: {
    name: 'x',
    description: 'x',
    url,
    input_schema: {},
    speak_on_send: false,
    speak_on_receive: false,
  },
});

describe('a URL without a public address', () => {
  it.each(FORBIDDEN_URLS)('is refused when a webhook is created: %s', async (url) => {
    const answer = await service.api.post('/v1/webhooks/create', webhookOf(url));

    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'url'] }] } });
  });

  it('is refused in updates, and in every field that the service requests', async () => {
    const { api } = service;
    const url = 'http://169.254.169.254/';
    const webhook = await api.created('/v1/webhooks/create', webhookOf('https://example.com/'));
    const agent = { prompt: { content: 'x' }, voice: VOICE };
    const requests: [path: string, body: unknown, loc: string[]][] = [
      [`/v1/webhooks/update?id=${webhook.id}`, { url }, ['url']],
      ['/v1/actions/create', actionOf(url), ['config', 'url']],
      ['/v1/prompts/create', { content: 'x', context_endpoint: url }, ['context_endpoint']],
      ['/v1/agents/create', { ...agent, context_endpoint: url }, ['context_endpoint']],
      ['/v1/agents/create', { ...agent, webhook: webhookOf(url) }, ['webhook', 'url']],
      ['/v1/agents/create', { ...agent, actions: [actionOf(url)] }, ['actions', '0', 'config', 'url']],
    ];

    for (const [path, body, loc] of requests) {
      const answer = await api.post(path, body);
      const fault = { loc: ['body', ...loc], type: 'address_not_public' };
      expect(answer).toMatchObject({ status: 422, body: { detail: [fault] } });
    }
  });

  it('in a free-form field is accepted', async () => {
    const { api } = service;
    const url = 'http://169.254.169.254/';

    const answer = await api.post('/v1/actions/create', {
      ...actionOf('https://example.com/'),
      config: {
        ...actionOf('https://example.com/').config,
        input_schema: { properties: { url: { default: url } } },
      },
    });

    expect(answer.status).toBe(200);
  });

  it('is refused at each attempt, whatever its host name', async () => {
    const { api } = service;
    const { id } = await api.created('/v1/webhooks/create', webhookOf('http://localhost:8080/'));

    const [sample] = await api.created(`/v1/webhooks/test?id=${id}`);
    const attempts = await until('an attempt', async () => {
      const { body } = await api.get(`/v1/webhooks/deliveries?id=${sample.id}`);
      return body.attempts?.length > 0 ? body.attempts : { waitingFor: body };
    });

    expect(attempts[0]).toMatchObject({ status: null, error: expect.stringMatching(/is not public/) });
  });
});
