import { giveNumber, makeAccount } from '../../test/support/numbers.ts';
import { type Api, until } from '../../test/support/service/api.ts';
import type { MeasuredService } from '../measured-service.ts';

/** A typical request, which names its endpoint by its path, and the variant if an endpoint has several. */
export interface EndpointCase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly kind?: string | undefined;
  readonly body?: unknown;
}

export const get = (path: string, kind?: string): EndpointCase => ({ method: 'GET', path, kind });
export const post = (path: string, body?: unknown, kind?: string): EndpointCase => ({
  ...{ method: 'POST', path, kind },
  body,
});

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

/** Requests to the endpoints of all records besides agents and calls. */
export async function recordCases(service: MeasuredService): Promise<readonly EndpointCase[]> {
  const { api } = service;
  const cases = GROUPS.map(async ([group, body, change]) => {
    const { id } = await api.created(`/v1/${group}/create`, body);
    const unused = await api.created(`/v1/${group}/create`, body);
    return [
      post(`/v1/${group}/create`, body),
      get(`/v1/${group}?id=${id}`),
      get(`/v1/${group}/list`, 'first page'),
      post(`/v1/${group}/update?id=${id}`, change),
      post(`/v1/${group}/delete?id=${unused.id}`),
    ];
  });
  return [
    ...(await Promise.all(cases)).flat(),
    ...(await deliveryCases(api)),
    ...(await tokenCases(api)),
    ...(await numberCases(service)),
    ...doNotCallCases(),
  ];
}

async function tokenCases(api: Api): Promise<readonly EndpointCase[]> {
  const body = { scopes: ['prompts:write'] };
  const createToken = async () => (await api.created('/v1/tokens/create', body)).id;
  return [
    post('/v1/sessions/create'),
    post('/v1/sessions/end'),
    get('/v1/sessions/current'),
    post('/v1/tokens/create', body),
    get(`/v1/tokens?id=${await createToken()}`),
    get('/v1/tokens/list', 'first page'),
    post(`/v1/tokens/rotate?id=${await createToken()}`),
    post(`/v1/tokens/revoke?id=${await createToken()}`),
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
  return [
    get(delivery),
    get(`/v1/webhooks/deliveries/list?webhook=${id}`),
    post(`/v1/webhooks/deliveries/retry?id=${sample.id}`),
    post(`/v1/webhooks/replay?id=${id}`, { from: new Date(Date.now() - 3_600_000).toISOString() }),
    post(`/v1/webhooks/rotate_secret?id=${id}`),
    post(`/v1/webhooks/test?id=${id}`),
  ];
}

/** Requests about numbers, and about the steering pool of their account. */
async function numberCases({ connection, api }: MeasuredService): Promise<readonly EndpointCase[]> {
  const { sid, connection: account } = await makeAccount(connection, api);
  const [linked, further] = [await giveNumber(connection, sid), await giveNumber(connection, sid)];
  const link = (phone_number: string) =>
    post('/v1/numbers/link', { phone_number, telephony_account_connection: account.id });
  await api.post(link(linked).path, link(linked).body);
  const bought = await api.created('/v1/numbers/buy', { inbound_agent: 'default' });
  const old = await api.created('/v1/numbers/buy');
  const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;
  await api.post(`/v1/numbers/cancel?${named(old.number)}`);
  const pool = { phone_number: linked };
  return [
    post(`/v1/account_connections/add_to_steering_pool?id=${account.id}`, pool),
    post(`/v1/account_connections/remove_from_steering_pool?id=${account.id}`, pool),
    post('/v1/numbers/buy'),
    link(further),
    get(`/v1/numbers?${named(bought.number)}`),
    get('/v1/numbers/search?area_code=415'),
    get('/v1/numbers/list', 'first page'),
    post(`/v1/numbers/update?${named(bought.number)}`, { label: 'Shop' }),
    post(`/v1/numbers/cancel?${named(bought.number)}`),
    post(`/v1/numbers/delete?id=${old.id}`),
  ];
}

function doNotCallCases(): readonly EndpointCase[] {
  const number = '+15551230777';
  const change = (...phone_numbers: readonly string[]) => ({ phone_numbers, reason: 'They asked us.' });
  const many = Array.from({ length: 1000 }, (_, index) => `+1555900${String(index).padStart(4, '0')}`);
  return [
    post('/v1/do_not_call/add', change(number), 'one'),
    post('/v1/do_not_call/add', change(...many), '1,000 numbers'),
    get(`/v1/do_not_call/check?phone_number=${number}`),
    get(`/v1/do_not_call/history?phone_number=${number}`),
    get('/v1/do_not_call/list', 'first page'),
    post('/v1/do_not_call/remove', change(number), 'one'),
  ];
}
