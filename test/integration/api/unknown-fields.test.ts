import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/api/catalogue.ts';
import type { AuditEntry } from '../../../lambdas/domain/audit/audit-entry.ts';
import { storedCall as storedCallSchema } from '../../../lambdas/domain/calls/call.ts';
import type { CallWithSnapshot } from '../../../lambdas/domain/calls/snapshot.ts';
import { turn } from '../../../lambdas/domain/conversations/session.ts';
import { newDelivery } from '../../../lambdas/domain/events/delivery.ts';
import { factOfTurn, factsOfCall, factsOfRecording } from '../../../lambdas/domain/events/facts.ts';
import { sampleEvents } from '../../../lambdas/domain/events/sample-events.ts';
import type { StoredNumber } from '../../../lambdas/domain/records/number.ts';
import { EVERY_SCOPE } from '../../../lambdas/domain/tokens/scopes.ts';
import { type Endpoint, Reply } from '../../../lambdas/rest/endpoint.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { putAuditEntries } from '../../../lambdas/store/audit/audit-entries.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { turnPut } from '../../../lambdas/store/conversations/conversations.ts';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import { createRecords } from '../../../lambdas/store/records/records.ts';
import { getRehearsal, putNote } from '../../../lambdas/store/rehearsals/rehearsals.ts';
import { rehearsalConnection } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import { SAMPLES } from '../../support/samples.ts';
import { ALL_EVENTS } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { EXCEPTIONS, operations, type RequestQuery } from './every-operation.ts';

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
const STRICT = ['credentials', 'action_trigger', 'llm_fallback', 'collect_fields', 'published', 'analysis'];

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
    analysis: { summary: true },
  });
  await addNumber(table, numberFields());
  await storeSpares();
  await storeVersions();
  await storeCalls();
  await storeDeliveries();
  await storeAuditEntry();
  await run('do-not-call/add', {}, { phone_numbers: ['+15550005555'], reason: 'They asked us.' });
  const formerly = { phone_numbers: ['+15550006666'], reason: 'They asked us.' };
  await run('do-not-call/add', {}, formerly);
  await run('do-not-call/remove', {}, formerly);
  ids.tokens = await created('tokens/create', { scopes: ['read'] });
  ids.rotated = await created('tokens/create', { scopes: ['read'] });
  ids.revoked = await created('tokens/create', { scopes: ['read'] });
  ids.rehearsals = await created('rehearsals/create', { agent: ids.greeting });
  await storeLine();
}

const numberFields = (): StoredNumber => ({
  id: randomUUID(),
  user_id: USER,
  label: '',
  outbound_only: false,
  example_context: { name: 'Ada' },
  number: '+15550001111',
  active: true,
  inbound_agent: ids.agents ?? null,
  telephony_provider: 'telephony_vendor_a',
  telephony_account_connection: ids.telephony ?? null,
  vendor_sid: 'PN1',
  linked: true,
});

/** A record of each group that nothing refers to, and a cancelled number: they can be deleted. */
async function storeSpares() {
  for (const [group, body] of Object.entries(SAMPLES)) {
    ids[`spare_${group}`] = await created(`${group.replaceAll('_', '-')}/create`, body);
  }
  ids.spare_agents = await created('agents/create', { prompt: 'Be kind.', voice: ids.voices });
  ids.cancelled = randomUUID();
  await addNumber(table, { ...numberFields(), id: ids.cancelled, number: '+15550008888', active: false });
}

/** A versioned agent with an initial message, whose versions 1 and 2 are stored. */
async function storeVersions() {
  const agent = { prompt: 'Be kind.', voice: ids.voices, initial_message: 'Hello.', drafts: true };
  ids.greeting = await created('agents/create', agent);
  for (const name of ['Ada', 'Grace']) await run('agents/update', { id: ids.greeting }, { name });
}

/** A line of the caller in the rehearsal, with a note. */
async function storeLine() {
  const rehearsalId = ids.rehearsals ?? '';
  const connectionId = rehearsalConnection(USER, rehearsalId);
  const found = await getRehearsal(table, { userId: USER, rehearsalId });
  if (!found) throw new Error('There is no rehearsal.');
  const now = new Date();
  const line = { call_id: rehearsalId, user_id: USER, webhook_id: null, timestamp: now.toISOString() };
  const number = found.turns.length + 1;
  await storeTurn(connectionId, { ...line, number, sender: 'human', text: 'Hello.' });
  await putNote(table, found.session, { note: { turn: number, passages: ['A passage.'] }, now });
}

async function storeTurn(connectionId: string, fields: object) {
  const { Put } = turnPut(table, connectionId, { turn: turn.parse(fields), now: new Date() });
  await table.client.send(new PutCommand(Put));
}

/** Ended calls with all fields, one of them for analysis, and a call in progress with a turn of each kind. */
async function storeCalls() {
  ids.calls = await storeCall({});
  ids.another = await storeCall({
    recording_kept_at: undefined,
    recording_sid: undefined,
    telephony_id: 'CA2',
  });
  ids.analyzed = await storeCall({ recording_sid: 'RE3', telephony_id: 'CA3' });
  const connection_id = 'open-connection';
  const open = { start_time: '2026-01-01T00:00:05.000Z', status: 'in_progress' as const, connection_id };
  const call = storedCall({ user_id: USER, ...open });
  await createCall(table, call);
  ids.open = call.id;
  const own = { call_id: call.id, user_id: USER, webhook_id: null, timestamp: call.created_at };
  const action = { action_id: null, type: 'action_dtmf', input: { digits: '1' }, output: {} };
  await storeTurn(connection_id, { ...own, number: 1, sender: 'human', text: 'Hello.' });
  await storeTurn(connection_id, { ...own, number: 2, action });
}

async function storeAuditEntry() {
  const entry: AuditEntry = {
    id: newId(),
    user_id: USER,
    at: new Date().toISOString(),
    kind: 'prompt',
    record_id: ids.prompts ?? '',
    change: 'created',
    by: 'token',
    operation: 'createPrompt',
    token_id: null,
    ip_address: null,
    request_id: null,
    fields_before: [],
    fields_after: ['content'],
  };
  await putAuditEntries(table, [entry]);
}

async function storeCall(overrides: Partial<CallWithSnapshot>): Promise<string> {
  const { body } = await run('agents/get', { id: ids.agents });
  const base = storedCall({ user_id: USER });
  const timestamp = '2026-01-01T00:00:10.000Z';
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
    ...overrides,
  });
  return base.id;
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

/** The kinds of stored items that answers are built from. */
const KINDS = [
  'ACCOUNT_CONNECTION',
  'ACTION',
  'AGENT',
  'AGENT_VERSION',
  'CALL',
  'DELIVERY',
  'DO_NOT_CALL',
  'DO_NOT_CALL_PAST',
  'ENTRY',
  'NOTE',
  'NUMBER',
  'PROMPT',
  'PROMPT_TEMPLATE',
  'SESSION',
  'SNAPSHOT',
  'TOKEN',
  'TURN',
  'VECTOR_DATABASE',
  'VOICE',
  'WEBHOOK',
];

/** The kinds of which no answer shows more than a number, a list's ids, or whether they exist. */
const UNSHOWN = [
  'ALL_CALLS',
  'DAY_USE',
  'DELETED',
  'DO_NOT_CALL_COUNT',
  'HOLDER',
  'LIST',
  'OF_TOKEN',
  'PHONE',
  'REHEARSALS',
  'USER',
];

/** Adds a field to every stored item that answers are built from, and to every object in it. */
async function addUnknownFields() {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const kindOf = ({ sk }: Item) => String(sk).split('#')[0] ?? '';
  expect([...new Set(Items.map(kindOf))].sort()).toEqual([...KINDS, ...UNSHOWN].sort());
  for (const Item of Items.filter((item) => KINDS.includes(kindOf(item)))) {
    await table.client.send(new PutCommand({ TableName: table.name, Item: withUnknown(Item) }));
  }
}

type Item = Readonly<Record<string, unknown>>;

function withUnknown<T>(value: T, whole?: string[]): T;
function withUnknown(value: unknown, whole: string[] = [...FREE, ...STRICT]): unknown {
  if (Array.isArray(value)) return value.map((each) => withUnknown(each, whole));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
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

/** Calls the function of an operation as the records' owner. */
const run = (operation: string, query: RequestQuery = {}, body?: object, version = '2024-08') =>
  api.run(operation, {
    query,
    body,
    headers: { 'api-version': version },
    token: { scopes: EVERY_SCOPE, ...(ids.tokens !== undefined && { token_id: ids.tokens }) },
  });

async function created(operation: string, body: object): Promise<string> {
  const { status, text, body: record } = await run(operation, {}, body);
  if (status !== 200) throw new Error(`${operation}: ${text}`);
  return record.id;
}

describe('an unknown field, in a stored record or in an endpoint’s result', () => {
  it('is in the answer of no operation', async () => {
    const answers: unknown[] = [];
    for (const [operation, query, body, version] of operations(ids)) {
      const { status, text } = await run(operation, query, body, version);
      answers.push({ operation, status, isShown: text.includes(HIDDEN), detail: status === 200 ? '' : text });
    }

    expect(answers).toEqual(
      operations(ids).map(([operation]) => ({ operation, status: 200, isShown: false, detail: '' })),
    );
  });

  it('is tested on every operation except those with a reason', () => {
    const called = operations(ids).map(([operation]) => operation);

    expect([...new Set([...called, ...Object.keys(EXCEPTIONS)])].sort()).toEqual(
      Object.keys(catalogue).sort(),
    );
    expect(called.filter((operation) => Object.hasOwn(EXCEPTIONS, operation))).toEqual([]);
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
