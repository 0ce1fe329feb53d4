import { type Api, until } from '../../test/support/service/api.ts';
import type { EndpointCase } from './endpoint-case.ts';

/** For each group of simple records: a new record, and a change to it. */
const GROUPS: readonly [group: string, body: object, change: object][] = [
  ['prompts', { content: 'Be kind.' }, { content: 'Be brief.' }],
  ['webhooks', { subscriptions: ['event_message'], url: 'https://example.com/' }, { method: 'GET' }],
  ['voices', { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' }, { rate: 20 }],
  ['actions', { type: 'action_end_conversation' }, { config: {} }],
  [
    'vector_databases',
    { type: 'vector_database_vendor_a', index: 'faq', api_key: 'key', api_environment: 'eu' },
    { index: 'news' },
  ],
  [
    'account_connections',
    { type: 'account_connection_llm', credentials: { llm_api_key: 'one' } },
    { credentials: { llm_api_key: 'two' } },
  ],
];

/** Creating, getting, updating and deleting a record of each group. */
export async function recordCases(api: Api): Promise<readonly EndpointCase[]> {
  const cases = GROUPS.map(async ([group, body, change]) => {
    const { id } = await api.created(`/v1/${group}/create`, body);
    const unused = await api.created(`/v1/${group}/create`, body);
    const resource = group.replaceAll('_', '-');
    return [
      { endpoint: `${resource}/create`, send: () => api.post(`/v1/${group}/create`, body) },
      { endpoint: `${resource}/get`, send: () => api.get(`/v1/${group}?id=${id}`) },
      { endpoint: `${resource}/update`, send: () => api.post(`/v1/${group}/update?id=${id}`, change) },
      { endpoint: `${resource}/delete`, send: () => api.post(`/v1/${group}/delete?id=${unused.id}`) },
    ];
  });
  return [...(await Promise.all(cases)).flat(), ...(await deliveryCases(api)), ...(await tokenCases(api))];
}

async function tokenCases(api: Api): Promise<readonly EndpointCase[]> {
  const body = { scopes: ['prompts:write'] };
  const [kept, rotated, unused] = [
    await api.created('/v1/tokens/create', body),
    await api.created('/v1/tokens/create', body),
    await api.created('/v1/tokens/create', body),
  ];
  return [
    { endpoint: 'sessions/create', send: () => api.post('/v1/sessions/create') },
    { endpoint: 'sessions/end', send: () => api.post('/v1/sessions/end') },
    { endpoint: 'sessions/current', send: () => api.get('/v1/sessions/current') },
    { endpoint: 'tokens/create', send: () => api.post('/v1/tokens/create', body) },
    { endpoint: 'tokens/get', send: () => api.get(`/v1/tokens?id=${kept.id}`) },
    { endpoint: 'tokens/list', kind: 'first page', send: () => api.get('/v1/tokens/list') },
    { endpoint: 'tokens/rotate', send: () => api.post(`/v1/tokens/rotate?id=${rotated.id}`) },
    { endpoint: 'tokens/revoke', send: () => api.post(`/v1/tokens/revoke?id=${unused.id}`) },
  ];
}

/** Requests about the do-not-call list. */
export function doNotCallCases(api: Api): readonly EndpointCase[] {
  const number = '+15551230777';
  const change = (path: string, phone_numbers: readonly string[]) => () =>
    api.post(`/v1/do_not_call/${path}`, { phone_numbers, reason: 'They asked us.' });
  const many = Array.from({ length: 1000 }, (_, index) => `+1555900${String(index).padStart(4, '0')}`);
  return [
    { endpoint: 'do-not-call/add', kind: 'one', send: change('add', [number]) },
    { endpoint: 'do-not-call/add', kind: '1,000 numbers', send: change('add', many) },
    { endpoint: 'do-not-call/check', send: () => api.get(`/v1/do_not_call/check?phone_number=${number}`) },
    {
      endpoint: 'do-not-call/history',
      send: () => api.get(`/v1/do_not_call/history?phone_number=${number}`),
    },
    { endpoint: 'do-not-call/list', kind: 'first page', send: () => api.get('/v1/do_not_call/list') },
    { endpoint: 'do-not-call/remove', kind: 'one', send: change('remove', [number]) },
  ];
}

/** Requests about a webhook's deliveries. */
async function deliveryCases(api: Api): Promise<readonly EndpointCase[]> {
  const body = { subscriptions: ['event_message', 'event_transcript'], url: 'https://example.com/' };
  const { id } = await api.created('/v1/webhooks/create', body);
  const [sample] = await api.created(`/v1/webhooks/test?id=${id}`);
  const delivery = `/v1/webhooks/deliveries?id=${sample.id}`;
  await until('the delivery', async () => {
    const { status } = await api.get(delivery);
    return status === 200 || { waitingFor: status };
  });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  return [
    { endpoint: 'webhooks/deliveries', send: () => api.get(delivery) },
    {
      endpoint: 'webhooks/deliveries/list',
      send: () => api.get(`/v1/webhooks/deliveries/list?webhook=${id}`),
    },
    {
      endpoint: 'webhooks/deliveries/retry',
      send: () => api.post(`/v1/webhooks/deliveries/retry?id=${sample.id}`),
    },
    { endpoint: 'webhooks/replay', send: () => api.post(`/v1/webhooks/replay?id=${id}`, { from }) },
    { endpoint: 'webhooks/rotate-secret', send: () => api.post(`/v1/webhooks/rotate_secret?id=${id}`) },
    { endpoint: 'webhooks/test', send: () => api.post(`/v1/webhooks/test?id=${id}`) },
  ];
}
