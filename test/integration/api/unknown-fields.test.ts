import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedCall as storedCallSchema } from '../../../lambdas/domain/calls/call.ts';
import { turn } from '../../../lambdas/domain/conversations/conversation.ts';
import { newDelivery } from '../../../lambdas/domain/events/delivery.ts';
import { factOfTurn, factsOfCall, factsOfRecording } from '../../../lambdas/domain/events/facts.ts';
import { sampleEvents } from '../../../lambdas/domain/events/sample-events.ts';
import { type Endpoint, Reply } from '../../../lambdas/rest/endpoint.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import { createRecords } from '../../../lambdas/store/records/records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import { FunctionApi } from '../../support/function-api.ts';
import { SAMPLES } from '../../support/samples.ts';
import { ALL_EVENTS } from '../../support/scene.ts';
import { storedCall } from '../../support/stored-call.ts';

/** A value that no answer may contain. */
const HIDDEN = 'must-not-be-shown';
const USER = randomUUID();
const TWILIO = { telephony_account_sid: `AC${'0'.repeat(32)}`, telephony_auth_token: 'token' };

/** Objects whose keys are free, or depend on the kind of action. */
const FREE = [
  'context',
  'example_context',
  'speech_keywords',
  'input_schema',
  'input',
  'output',
  'payload',
  'collected_fields',
  'config',
  'telephony_params',
];

/** Objects that cannot be parsed with an unknown key. */
const STRICT = ['credentials', 'action_trigger', 'llm_fallback', 'collect_fields'];

let api: FunctionApi;
let table: Table;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await FunctionApi.open({ user: USER, adapt: careless });
  table = api.table;
  await storeOneOfEach();
  await addUnknownFields();
});

afterAll(() => api.close());

/** Stores a record of each kind, with every possible reference. */
async function storeOneOfEach() {
  const webhooks = { subscriptions: ALL_EVENTS, url: 'https://example.com/hook', all_calls: true };
  const prompt_template = { required_context_keys: ['name'] };
  const config = {
    name: 'book',
    description: 'Books.',
    url: 'https://example.com/book',
    input_schema: { type: 'object' },
    speak_on_send: true,
    speak_on_receive: true,
  };
  const bodies = {
    ...SAMPLES,
    webhooks,
    actions: { type: 'action_external', config },
    prompts: { ...SAMPLES.prompts, prompt_template },
  };
  for (const [group, body] of Object.entries(bodies)) {
    ids[group] = await created(`${group.replaceAll('_', '-')}/create`, body);
  }
  const connection = {
    id: randomUUID(),
    user_id: USER,
    type: 'account_connection_telephony' as const,
    credentials: TWILIO,
    steering_pool: [],
    account_supports_any_caller_id: true,
  };
  await createRecords(table, [{ kind: 'account_connection', record: connection }]);
  ids.telephony = connection.id;
  ids.agents = await created('agents/create', {
    prompt: ids.prompts,
    voice: ids.voices,
    actions: [ids.actions],
    webhook: ids.webhooks,
    vector_database: ids.vector_databases,
    llm_account_connection: ids.account_connections,
    speech_keywords: { Ada: 2 },
  });
  const number = {
    id: randomUUID(),
    user_id: USER,
    label: '',
    outbound_only: false,
    example_context: { name: 'Ada' },
    number: '+15550001111',
    active: true,
    inbound_agent: ids.agents,
    telephony_provider: 'telephony_vendor_a' as const,
    telephony_account_connection: ids.telephony,
    vendor_sid: 'PN1',
    linked: true,
  };
  await addNumber(table, number);
  await storeCall();
  await storeDeliveries();
}

async function storeCall() {
  const { body } = await run('agents/get', { id: ids.agents });
  const base = storedCall({ user_id: USER });
  const timestamp = '2026-01-01T00:00:10.000Z';
  ids.calls = base.id;
  await createCall(table, {
    ...base,
    agent: body,
    start_time: '2026-01-01T00:00:05.000Z',
    end_time: '2026-01-01T00:01:05.000Z',
    status: 'ended',
    context: { name: 'Ada' },
    telephony_id: 'CA1',
    telephony_metadata: { call_sid: 'CA1' },
    human_detection_result: 'human',
    human_detected_at: timestamp,
    recording_sid: 'RE1',
    recording_kept_at: timestamp,
    messages: [{ sender: 'human', text: 'Hello.', timestamp }],
    actions_taken: [
      { action_id: null, type: 'action_dtmf', input: {}, output: {}, timestamp, after_messages: 1 },
    ],
  });
}

async function storeDeliveries() {
  const { body: webhook } = await run('webhooks/get', { id: ids.webhooks });
  const request = {
    id: randomUUID(),
    type: 'delivery_request',
    user_id: USER,
    webhook_id: webhook.id,
  } as const;
  for (const event of sampleEvents(
    { ...request, timestamp: new Date().toISOString() },
    webhook.subscriptions,
  )) {
    const delivery = newDelivery({ ...event, call_id: ids.calls ?? '' }, webhook, { now: new Date() });
    const attempt = { at: event.timestamp, duration_ms: 1, status: 200, error: null, response: '' };
    await createDelivery(table, { ...delivery, attempts: [attempt] });
    ids[event.type] = delivery.id;
  }
}

/** Adds a field to every stored record of the user, and to every object in it. */
async function addUnknownFields() {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const records = Items.filter(({ pk, sk, id }) => pk === `USER#${USER}` && String(sk).endsWith(`#${id}`));
  expect(new Set(records.map(({ sk }) => sk.split('#')[0]))).toEqual(
    new Set(
      'ACCOUNT_CONNECTION ACTION AGENT CALL DELIVERY NUMBER PROMPT PROMPT_TEMPLATE VECTOR_DATABASE VOICE WEBHOOK'.split(
        ' ',
      ),
    ),
  );
  for (const Item of records) {
    await table.client.send(new PutCommand({ TableName: table.name, Item: withUnknown(Item) }));
  }
}

function withUnknown<T>(value: T, whole?: string[]): T;
function withUnknown(value: unknown, whole: string[] = [...FREE, ...STRICT]): unknown {
  if (Array.isArray(value)) return value.map((each) => withUnknown(each, whole));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, each]) => [
    key,
    whole.includes(key) ? each : withUnknown(each, whole),
  ]);
  return { ...Object.fromEntries(inner), added_field: HIDDEN, added_object: { added_field: HIDDEN } };
}

/** The operation, with an endpoint that returns unknown fields. */
function careless(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    async run(request, dependencies) {
      const result = await endpoint.run(request, dependencies);
      if (!(result instanceof Reply)) return withUnknown(result, FREE);
      return new Reply(withUnknown(result.body, FREE), result.headers, result.status);
    },
  };
}

type Query = Readonly<Record<string, string | undefined>>;

/** Calls the function of an operation as the records' owner. */
const run = (operation: string, query: Query = {}, body?: object, version = '2024-08') =>
  api.run(operation, { query, body, headers: { 'api-version': version } });

async function created(operation: string, body: object): Promise<string> {
  const { status, text, body: record } = await run(operation, {}, body);
  if (status !== 200) throw new Error(`${operation}: ${text}`);
  return record.id;
}

const GROUPS = [
  'prompts',
  'voices',
  'actions',
  'webhooks',
  'vector_databases',
  'account_connections',
  'agents',
];

/** Each operation that shows a stored record, with its request. */
function operations(): [string, Query?, object?, string?][] {
  const inGroups = GROUPS.flatMap((group): [string, Query?, object?][] => {
    const path = group.replaceAll('_', '-');
    const query = { id: ids[group] };
    return [[`${path}/get`, query], [`${path}/list`], [`${path}/update`, query, {}]];
  });
  const phone = { phone_number: '+15550001111' };
  const pool = { phone_number: '+15550003333' };
  const call = { id: ids.calls };
  const listing = { phone_numbers: [pool.phone_number], reason: 'They asked us.' };
  const deliveries = ALL_EVENTS.flatMap((type): [string, Query?][] => [
    ['webhooks/deliveries/get', { id: ids[type] }],
  ]);
  return [
    ...inGroups,
    ...deliveries,
    ['account-connections/get', { id: ids.telephony }],
    ['account-connections/add-to-steering-pool', { id: ids.telephony }, pool],
    ['account-connections/remove-from-steering-pool', { id: ids.telephony }, pool],
    [
      'agents/create',
      {},
      { prompt: ids.prompts, voice: ids.voices, actions: [ids.actions], webhook: ids.webhooks },
    ],
    [
      'agents/create',
      {},
      { prompt: 'Be kind.', voice: ids.voices, actions: [ids.actions], webhook: ids.webhooks },
    ],
    ['numbers/get', phone],
    ['numbers/list'],
    ['numbers/list', {}, {}, '2023-08'],
    ['numbers/update', phone, { label: 'Front desk' }],
    ['calls/get', call],
    ['calls/list'],
    ['calls/list', {}, {}, '2026-11'],
    ['calls/list', { agent: ids.agents, page: '1' }],
    ['calls/list', { agent: ids.agents }],
    ['calls/end', call],
    ['calls/create', {}, { from_number: '+15550001111', to_number: '+15550004444', agent: ids.agents }],
    ['do-not-call/add', {}, listing],
    ['do-not-call/check', pool],
    ['do-not-call/list'],
    ['do-not-call/remove', {}, listing],
    ['do-not-call/history', pool],
    ['webhooks/deliveries/list'],
    ['webhooks/deliveries/retry', { id: ids.event_message }],
    ['webhooks/rotate-secret', { id: ids.webhooks }],
    ['webhooks/test', { id: ids.webhooks }],
    ['webhooks/replay', { id: ids.webhooks }, { from: '2026-01-01T00:00:00Z' }],
    ['numbers/cancel', phone],
    ['usage/get'],
  ];
}

describe('an unknown field, in a stored record or in an endpoint’s result', () => {
  it('is in the answer of no operation', async () => {
    const answers: unknown[] = [];
    for (const [operation, query, body, version] of operations()) {
      const { status, text } = await run(operation, query, body, version);
      answers.push({ operation, status, isShown: text.includes(HIDDEN), detail: status === 200 ? '' : text });
    }

    expect(answers).toEqual(
      operations().map(([operation]) => ({ operation, status: 200, isShown: false, detail: '' })),
    );
  });

  it('is in no event', async () => {
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const item = Items.find(({ sk }) => sk === `CALL#${ids.calls}`);
    expect(JSON.stringify(item)).toContain(HIDDEN);
    const call = storedCallSchema.parse(item);
    const own = { call_id: call.id, user_id: USER, webhook_id: null, number: 1, timestamp: call.created_at };
    const action = { action_id: null, type: 'action_dtmf', input: { digits: '1' }, output: {} };
    const turns = [
      { ...own, sender: 'human', text: 'Hello.' },
      { ...own, action },
    ].map((each) => factOfTurn(turn.parse(withUnknown(each))));

    const events = [...factsOfCall(undefined, call), ...factsOfRecording(undefined, call, ''), ...turns];

    const kinds = events.map(({ type }) => type).filter((type) => ALL_EVENTS.includes(type));
    expect(new Set(kinds)).toEqual(
      new Set(ALL_EVENTS.filter((type) => type !== 'event_phone_call_did_not_connect')),
    );
    expect(JSON.stringify(events)).not.toContain(HIDDEN);
  });
});
