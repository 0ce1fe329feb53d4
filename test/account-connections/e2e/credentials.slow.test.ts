import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../../local/service.ts';
import { makeAccount, tellCarrier } from '../../support/numbers.ts';
import { operations } from '../../support/openapi/document.ts';
import { addModelAccount } from '../../support/peers/model.ts';
import { putIndex } from '../../support/peers/vector-database.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { sharedAssembly } from '../../support/run/assembly.ts';
import { ALL_EVENTS, addModelRules, placeCall } from '../../support/scene.ts';
import { Api, getJson } from '../../support/service/api.ts';

const folder = mkdtempSync(join(tmpdir(), 'phone-call-agents-test-'));
const data = join(folder, 'data');
const receiver = new WebhookReceiver();
let service: Service;
let api: Api;

/** Every credential, by its place. */
const credentials: Record<string, string> = {
  'api_key of a vector database': 'credential-of-the-vector-database',
  llm_api_key: 'credential-of-the-language-model',
  'llm_api_key that the vendor refuses': 'credential-of-the-refused-language-model',
  'api_key of voice_vendor_c': 'credential-of-the-third-voice',
  'api_key of voice_vendor_d': 'credential-of-the-fourth-voice',
  signature_secret: 'Y3JlZGVudGlhbC1vZi10aGUtYWN0aW9u',
};

const EMAIL = { field_type: 'field_type_email', label: 'E-mail', name: 'email', description: '' };

/** Ids of records with credentials, which may show them to their user. */
const owners: string[] = [];
let agentId: string;
let call: { id: string; from_number: string };

beforeAll(async () => {
  service = await startService({
    assembly: await sharedAssembly('staging'),
    data,
    port: 0,
    environment: 'staging',
    reset: false,
    accounts: {
      telephonyAccountSid: `AC${'0'.repeat(32)}`,
      telephonyAuthToken: 'credential-of-the-platform-at-the-carrier',
      llmApiKey: 'credential-of-the-platform-at-the-model',
    },
    carrierPace: 0.05,
  });
  const { connection } = service;
  api = new Api(connection.base_url, connection.access_token);
  credentials['telephony account of the platform'] = 'credential-of-the-platform-at-the-carrier';
  credentials['language model of the platform'] = 'credential-of-the-platform-at-the-model';
  credentials['access token'] = connection.access_token;
  const agent = await makeAgentWithCredentials(await receiver.listen());
  agentId = agent.id;
  await addModelAccount(connection, 'own', credentials.llm_api_key ?? '');
  await putIndex(connection.vector_database_url, 'faq', {
    api_key: credentials['api_key of a vector database'] ?? '',
    passages: ['Tea is grown in Assam.'],
  });
  call = await runCall();
  await runRefusedCall();
}, 120_000);

afterAll(async () => {
  await service?.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function made(group: string, body: unknown) {
  const record = await api.created(`/v1/${group}/create`, body);
  owners.push(record.id);
  return record;
}

async function makeAgentWithCredentials(url: string) {
  const webhook = await made('webhooks', { subscriptions: ALL_EVENTS, url });
  credentials['secret of a webhook'] = webhook.secret;
  await made('voices', {
    type: 'voice_vendor_d',
    voice_id: 'x',
    api_key: credentials['api_key of voice_vendor_d'],
  });
  const voice = await made('voices', {
    type: 'voice_vendor_c',
    voice_id: 'x',
    api_key: credentials['api_key of voice_vendor_c'],
  });
  const vectorDatabase = await made('vector_databases', {
    type: 'vector_database_vendor_a',
    index: 'faq',
    api_key: credentials['api_key of a vector database'],
    api_environment: 'eu',
  });
  const llm = await made('account_connections', {
    type: 'account_connection_llm',
    credentials: { llm_api_key: credentials.llm_api_key },
  });
  const action = await made('actions', {
    type: 'action_external',
    config: {
      name: 'look_up',
      description: 'Looks something up.',
      url: 'https://example.com/look-up',
      input_schema: { type: 'object' },
      speak_on_send: false,
      speak_on_receive: false,
      signature_secret: credentials.signature_secret,
    },
  });
  const prompt = await api.created('/v1/prompts/create', {
    content: 'CREDENTIALS. You sell tea.',
    collect_fields: [EMAIL],
  });
  return api.created('/v1/agents/create', {
    prompt: prompt.id,
    voice: voice.id,
    actions: [action.id],
    webhook: webhook.id,
    vector_database: vectorDatabase.id,
    llm_account_connection: llm.id,
    initial_message: 'Tea?',
  });
}

/** A call in which the model's vendor refuses the user's key, and repeats it in the refusal. */
async function runRefusedCall() {
  const llm = await made('account_connections', {
    type: 'account_connection_llm',
    credentials: { llm_api_key: credentials['llm_api_key that the vendor refuses'] },
  });
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: 'You sell tea.', collect_fields: [EMAIL] },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    llm_account_connection: llm.id,
  });
  const callee = { answer: 'answer', script: [{ say: 'hello' }] };
  const placed = await placeCall(service.connection, api, { agent: agent.id, callee });
  expect((await api.finishedCall(placed.call.id)).transcript).toContain('Sorry, I had a problem');
}

/** A call on the user's own telephony account, with events to the webhook. */
async function runCall() {
  const { connection } = service;
  const { token, connection: own } = await makeAccount(connection, api);
  owners.push(own.id);
  credentials.telephony_auth_token = token;
  const { number } = await api.created('/v1/numbers/buy', {
    telephony_account_connection: own.id,
    inbound_agent: agentId,
  });
  await addModelRules(connection, [{ when: { system: 'CREDENTIALS' }, reply: 'Very well.' }]);
  const callee = { answer: 'answer', script: [{ say: 'hello' }, { say: 'goodbye' }, { hang_up: true }] };
  const placed = await placeCall({ ...connection, phone_number: number }, api, { agent: agentId, callee });
  const ended = await api.finishedCall(placed.call.id);
  expect(ended).toMatchObject({ status: 'ended', telephony_account_connection: { id: own.id } });
  await receiver.eventsWith(ended.id, ['event_transcript', 'event_phone_call_ended']);
  await api.callWhen(ended.id, ({ collected_fields }) => collected_fields !== undefined);
  return ended;
}

/** The names of the credentials in a text. */
const leaked = (text: string) =>
  Object.entries(credentials)
    .filter(([, credential]) => text.includes(credential))
    .map(([name]) => name);

describe('credentials', () => {
  it('are shown to their user in their own records', async () => {
    const records = await Promise.all(
      ['webhooks', 'voices', 'vector_databases', 'account_connections', 'actions'].map((group) =>
        api.get(`/v1/${group}/list?size=100`),
      ),
    );

    const shown = leaked(JSON.stringify(records.map(({ body }) => body)));
    expect(shown.sort()).toEqual(
      Object.keys(credentials)
        .filter((name) => !/platform|access/.test(name))
        .sort(),
    );
  });

  it('are in no other record, and in no list of others', async () => {
    const gets = operations.filter(
      ({ method, query }) => method === 'GET' && !query.some(({ required }) => required),
    );
    const answers = [
      ...(await Promise.all(gets.map(({ path }) => api.get(path)))),
      await api.get(`/v1/calls?id=${call.id}`),
    ];

    for (const { body } of answers) expect(leaked(JSON.stringify(withoutOwners(body)))).toEqual([]);
  });

  it('are in no error', async () => {
    const secret = (length: number) => 'credential-of-the-third-voice'.repeat(length);
    const sid = `AC${'4'.repeat(32)}`;
    const token = 'credential-of-the-fourth-voice';
    await tellCarrier(service.connection, `accounts/${sid}`, { auth_token: token });
    const wrong = await made('account_connections', {
      type: 'account_connection_telephony',
      credentials: { telephony_account_sid: sid, telephony_auth_token: token },
    });
    // The user has changed the token at the vendor.
    await tellCarrier(service.connection, `accounts/${sid}`, { auth_token: 'another' });
    const answers = await Promise.all([
      api.post('/v1/voices/create', { type: 'voice_vendor_c', voice_id: 'x', api_key: secret(100) }),
      api.post('/v1/voices/create', { type: 'voice_vendor_z', api_key: secret(1) }),
      api.post('/v1/vector_databases/create', { type: 'x', api_key: [secret(1)] }),
      api.post('/v1/webhooks/create', {
        subscriptions: [secret(1)],
        url: `https://u:${secret(1)}@example.com`,
      }),
      api.post('/v1/account_connections/create', { type: 'account_connection_llm', credentials: secret(1) }),
      api.post('/v1/account_connections/create', {
        type: 'account_connection_telephony',
        credentials: { telephony_account_sid: sid, telephony_auth_token: token },
      }),
      api.post('/v1/numbers/buy', { telephony_account_connection: wrong.id }),
      new Api(service.connection.base_url, secret(1)).get('/v1/calls/list'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422, 502, 401]);
    for (const { body } of answers) expect(leaked(JSON.stringify(body))).toEqual([]);
  });

  it('are in no delivered event', () => {
    const events = JSON.stringify(receiver.received);

    expect(events).toContain('event_transcript');
    expect(leaked(events)).toEqual([]);
  });

  it('are in no recorded request to model or carrier', async () => {
    const { model_url, carrier_url } = service.connection;
    const requests = await getJson(`${new URL(model_url).origin}/simulator/requests`);
    const calls: { sid: string }[] = await getJson(`${carrier_url}/simulator/calls`);
    const details = await Promise.all(
      calls.map(({ sid }) => getJson(`${carrier_url}/simulator/calls/${sid}`)),
    );

    expect(JSON.stringify(requests)).toContain('CREDENTIALS');
    expect(JSON.stringify(requests)).toContain('Tea is grown in Assam.');
    expect(details.length).toBeGreaterThan(0);
    expect(leaked(JSON.stringify(requests))).toEqual([]);
    expect(leaked(JSON.stringify(details))).toEqual([]);
  });

  it('are in no log', () => {
    const logs = readdirSync(join(data, 'logs'));
    const text = logs.map((file) => readFileSync(join(data, 'logs', file), 'utf8')).join('\n');

    expect(logs.length).toBeGreaterThan(0);
    expect(leaked(text)).toEqual([]);
  });
});

/** An answer without records that have credentials. */
function withoutOwners(body: { items?: { id: string }[] }) {
  if (!Array.isArray(body.items)) return body;
  return { ...body, items: body.items.filter(({ id }) => !owners.includes(id)) };
}
