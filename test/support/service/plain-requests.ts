import { giveNumber, makeAccount } from '../numbers.ts';
import { groupOf, type Operation } from '../openapi/document.ts';
import { CHANGES, findOrder, fullAgent, makeSample, SAMPLES } from '../samples.ts';
import { makeAgent, newNumber, placeCall } from '../scene.ts';
import { type Answer, Api, until } from './api.ts';
import type { Connection } from './service-process.ts';

/** A user of a running service. */
export interface User {
  readonly connection: Connection;
  readonly api: Api;
}

/** A valid request for the user who owns the records that it names. */
export interface PlainRequest {
  /** Path and query. */
  readonly target: string;
  readonly body?: unknown;
}

type Plain = Omit<PlainRequest, 'target'> & { readonly query?: Readonly<Record<string, string>> };

/** The first of the two local users, or the second. */
export function userOf(connection: Connection, which: 'first' | 'second'): User {
  const token = which === 'first' ? connection.access_token : connection.second_access_token;
  return { connection, api: new Api(connection.base_url, token) };
}

/** Requests of single operations; others use the request of their kind. */
const OWN: Readonly<Record<string, (user: User) => Promise<Plain>>> = {
  createAgent: async ({ api }) => ({ body: await fullAgent(api) }),
  createCall: async (user) => ({
    body: {
      from_number: await heldNumber(user),
      to_number: newNumber(),
      agent: (await makeAgent(user.api)).agent.id,
    },
  }),
  createCallBatch: async (user) => ({
    body: {
      from_number: await heldNumber(user),
      agent: (await makeAgent(user.api)).agent.id,
      recipients: [{ to_number: newNumber() }],
    },
  }),
  previewVoice: async () => ({ body: { voice: SAMPLES.voices, text: 'Good morning.' } }),
  buyNumber: async () => ({ body: {} }),
  linkNumber: async ({ connection, api }) => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const phone_number = await giveNumber(connection, sid);
    return { body: { phone_number, telephony_account_connection: own.id } };
  },
  updateNumber: async (user) => ({ ...(await naming(user, 'numbers')), body: { label: 'Reception' } }),
  updateAgent: async (user) => ({ ...(await naming(user, 'agents')), body: { name: 'Ada' } }),
  publishAgent: async (user) => ({ ...(await naming(user, 'agents')), body: { version: 1 } }),
  rollbackAgent: async (user) => ({ query: { id: await updatedAgent(user) }, body: { version: 1 } }),
  getAgentVersion: async (user) => ({ query: { id: await updatedAgent(user), version: '1' } }),
  deleteAgentVersion: async (user) => ({ query: { id: await updatedAgent(user), version: '1' } }),
  deleteNumber: async (user) => {
    const { id, number } = await newRecord(user, 'numbers');
    await user.api.created(`/v1/numbers/cancel${textOf({ phone_number: number })}`, undefined);
    return { query: { id } };
  },
  deleteCall: async (user) => {
    const { query = {} } = await naming(user, 'calls');
    await user.api.finishedCall(String(query.id));
    return { query };
  },
  getRecording: async (user) => {
    const { agent } = await makeAgent(user.api);
    const held = { ...user.connection, phone_number: await heldNumber(user) };
    const callee = { script: [{ hang_up: true }] };
    const { call } = await placeCall(held, user.api, { agent: agent.id, callee });
    await user.api.callWhen(call.id, ({ recording_available }) => recording_available);
    return { query: { id: call.id } };
  },
  analyzeCall: async (user) => ({ query: { id: await analyzedCall(user) } }),
  analyzeCalls: async (user) => ({ body: { calls: [await analyzedCall(user)] } }),
  testAction: async ({ connection }) => ({
    body: { action: findOrder(`${connection.carrier_url}/simulator/numbers`), arguments: { number: 7 } },
  }),
  reviewCall: async (user) => ({ ...(await naming(user, 'calls')), body: { state: 'fine' } }),
  createConsents: async () => ({ body: { consents: [consentOf(newNumber())] } }),
  importConsents: async () => {
    const consent = consentOf(newNumber());
    return { body: { csv: `${Object.keys(consent)}\n${Object.values(consent)}` } };
  },
  createCampaign: async (user) => ({ body: await campaignOf(user) }),
  updateCampaign: async (user) => ({
    ...(await naming(user, 'campaigns')),
    body: { recipients: [{ to_number: newNumber() }] },
  }),
  pauseCampaign: (user) => campaignAfter(user, 'start'),
  resumeCampaign: (user) => campaignAfter(user, 'start', 'pause'),
  cancelCampaign: (user) => campaignAfter(user, 'start'),
  uploadRecipients: async (user) => ({ ...(await naming(user, 'campaigns')), body: { bytes: 100 } }),
  importRecipients: async (user) => {
    const { query } = await naming(user, 'campaigns');
    const { upload } = await user.api.created(`/v1/campaigns/upload${textOf(query)}`, { bytes: 100 });
    return { ...(query && { query }), body: { upload } };
  },
  createRehearsal: async (user) => ({ body: { agent: (await makeAgent(user.api)).agent.id } }),
  sayInRehearsal: async (user) => ({ ...(await naming(user, 'rehearsals')), body: { text: 'Hello?' } }),
  forkRehearsal: async (user) => {
    const { id } = await newRecord(user, 'rehearsals');
    const said = await user.api.created(`/v1/rehearsals/say${textOf({ id })}`, { text: 'Hello?' });
    const { number } = said.turns.find(({ sender }: { sender: string }) => sender === 'human');
    return { query: { id }, body: { before: number } };
  },
  createTest: async () => ({ body: TEST }),
  updateTest: async (user) => ({ ...(await naming(user, 'tests')), body: { labels: ['greeting'] } }),
  runTests: async (user) => ({ body: await testRun(user) }),
  getTestRun: async (user) => {
    const { id } = await user.api.created('/v1/tests/run', await testRun(user));
    const query = { id };
    // It changes until it is over.
    await until('a run that is over', async () => {
      const { body } = await user.api.get(`/v1/tests/runs${textOf(query)}`);
      return body.status === 'running' ? { waitingFor: 'its end' } : body;
    });
    return { query };
  },
  createTestFromCall: async (user) => ({ query: { id: await analyzedCall(user) } }),
  estimateReplay: async (user) => ({
    body: { calls: [await analyzedCall(user)], agent_version: 'published' },
  }),
  replayCalls: async (user) => ({ body: { calls: [await analyzedCall(user)], agent_version: 'published' } }),
  getDelivery: async (user) => ({ query: { id: await delivered(user) } }),
  retryDelivery: async (user) => ({ query: { id: await delivered(user) } }),
  replayWebhook: async (user) => ({
    ...(await naming(user, 'webhooks')),
    body: { from: '2026-01-01T00:00:00Z' },
  }),
  createSession: async () => ({ body: { scopes: ['read'] } }),
  getCurrentSession: async () => ({}),
  endSession: async () => ({}),
  createToken: async () => ({ body: TOKEN }),
  addDoNotCallNumbers: async () => ({ body: { phone_numbers: [newNumber()], reason: 'They asked us.' } }),
  removeDoNotCallNumbers: async ({ api }) => {
    const phone_numbers = [newNumber()];
    await api.created('/v1/do_not_call/add', { phone_numbers, reason: 'They asked us.' });
    return { body: { phone_numbers, reason: 'They agreed.' } };
  },
  checkDoNotCallNumber: async () => ({ query: { phone_number: newNumber() } }),
  searchNumbers: async () => ({ query: { area_code: '415' } }),
  listDoNotCallHistory: async () => ({ query: { phone_number: newNumber() } }),
  addToSteeringPool: async ({ connection, api }) => ({
    query: { id: (await makeAccount(connection, api)).connection.id },
    body: {},
  }),
  removeFromSteeringPool: async ({ connection, api }) => {
    const phone_number = newNumber();
    const { connection: own } = await makeAccount(connection, api, { steering_pool: [phone_number] });
    return { query: { id: own.id }, body: { phone_number } };
  },
};

const TEST = { name: 'greets', turns: [{ contact: 'Hello?', expect: [{ says: { matches: '.' } }] }] };

const testRun = async ({ api }: User) => ({ tests: [TEST], agent: (await makeAgent(api)).agent.id });

/** The id of an agent with two versions. */
async function updatedAgent(user: User): Promise<string> {
  const { id } = await newRecord(user, 'agents');
  await user.api.created(`/v1/agents/update${textOf({ id })}`, { name: 'Ada' });
  return id;
}

const consentOf = (phone_number: string) => ({
  phone_number,
  purpose: 'marketing',
  words: 'Yes',
  source: 'A form',
});

const campaignOf = async (user: User) => ({
  name: 'Autumn',
  from_number: await heldNumber(user),
  agent: (await makeAgent(user.api)).agent.id,
  recipients: [{ to_number: newNumber() }],
});

/** Names a campaign, after some steps of it. */
async function campaignAfter(user: User, ...steps: readonly string[]): Promise<Plain> {
  const { id } = await newRecord(user, 'campaigns');
  for (const step of steps) await user.api.created(`/v1/campaigns/${step}${textOf({ id })}`, undefined);
  return { query: { id } };
}

/** A call that was analyzed once. */
async function analyzedCall(user: User): Promise<string> {
  const { agent } = await makeAgent(user.api, { settings: { analysis: { summary: true } } });
  const held = { ...user.connection, phone_number: await heldNumber(user) };
  const callee = { script: [{ say: 'hello' }, { say: 'bye' }] };
  const { call } = await placeCall(held, user.api, { agent: agent.id, callee });
  await user.api.callWhen(call.id, ({ analysis }) => analysis);
  return call.id;
}

/** The simplest valid request of an operation, with the records that it needs. Throws for an unknown operation. */
export async function plainRequest(operation: Operation, user: User): Promise<PlainRequest> {
  const { query, ...rest } = await (OWN[operation.id]?.(user) ?? ofKind(operation, user));
  return { target: `${operation.path}${textOf(query)}`, ...rest };
}

async function ofKind(operation: Operation, user: User): Promise<Plain> {
  const group = groupOf(operation);
  const last = operation.path.split('/').at(-1) ?? '';
  if (['list', 'usage', 'audit', 'figures', 'health'].includes(last)) return {};
  if (last === 'create' && SAMPLES[group]) return { body: SAMPLES[group] };
  if (last === 'update' && CHANGES[group]) return { ...(await naming(user, group)), body: CHANGES[group] };
  if (operation.query.some(({ required }) => required)) return naming(user, group);
  throw new Error(`${operation.id} has no request here: say in OWN what it is sent.`);
}

/** A query that names a new record of a group. */
async function naming(user: User, group: string): Promise<Plain> {
  const record = await newRecord(user, group);
  return { query: group === 'numbers' ? { phone_number: record.number } : { id: record.id } };
}

/** Makes a record of a group. */
export async function newRecord(user: User, group: string): Promise<Answer['body']> {
  const { connection, api } = user;
  if (group === 'agents') return (await makeAgent(api)).agent;
  if (group === 'rehearsals')
    return api.created('/v1/rehearsals/create', { agent: (await makeAgent(api)).agent.id });
  if (group === 'numbers') return api.created('/v1/numbers/buy', {});
  if (group === 'tests') return api.created('/v1/tests/create', TEST);
  if (group === 'campaigns') return api.created('/v1/campaigns/create', await campaignOf(user));
  if (group === 'tokens') return api.created('/v1/tokens/create', TOKEN);
  if (group !== 'calls') return makeSample(api, group);
  const { agent } = await makeAgent(api);
  const from = await heldNumber(user);
  return (await placeCall({ ...connection, phone_number: from }, api, { agent: agent.id, callee: BUSY }))
    .call;
}

/** The id of a delivery of the user's, which changes no more by itself: a failed one would be retried. */
async function delivered({ connection, api }: User): Promise<string> {
  const url = `${connection.carrier_url}/simulator/numbers`;
  const webhook = { subscriptions: ['event_message'], url, method: 'GET' };
  const { id } = await api.created('/v1/webhooks/create', webhook);
  const [sample] = await api.created(`/v1/webhooks/test${textOf({ id })}`);
  return until('the delivery', async () => {
    const { body } = await api.get(`/v1/webhooks/deliveries${textOf({ id: sample.id })}`);
    return body.status === 'delivered' ? sample.id : { waitingFor: body };
  });
}

const TOKEN = { scopes: ['read'] };
const BUSY = { answer: 'busy', ring_ms: 0 };

/** A number with which the user can call. */
async function heldNumber({ api }: User): Promise<string> {
  const { body } = await api.get('/v1/numbers/list?size=100');
  const held = body.items.find(
    ({ active, telephony_account_connection: own }: Record<string, unknown>) => active && own === null,
  );
  return held?.number ?? (await api.created('/v1/numbers/buy', {})).number;
}

const textOf = (query: Plain['query'] = {}) =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
