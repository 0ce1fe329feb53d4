import { linksOf } from '../../test/support/links.ts';
import { makeAgent, placeCall, setCallee } from '../../test/support/scene.ts';
import { until } from '../../test/support/service/api.ts';
import type { MeasuredService } from '../measured-service.ts';
import { COLD_START_MS } from '../turns/converse.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { numberCases } from './number-cases.ts';
import { doNotCallCases, recordCases } from './record-cases.ts';

const CALLEE = '+15550009999';
/** Milliseconds without a request to the table after which a conversation counts as waiting for the callee. */
const QUIET_MS = 700;
const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const TRANSFER = { type: 'action_transfer_call', config: { phone_number: '+15551234567' } };

/** Groups with a paged list. */
const LISTED = [
  'account_connections',
  'actions',
  'agents',
  'prompts',
  'vector_databases',
  'voices',
  'webhooks',
];
/** Agents with the maximum of new actions each. Their number fills the first block of the list of actions. */
const AGENTS_FOR_LONG_LIST = 5;
const ACTIONS_OF_AGENT = 32;

/** Creates the records that the requests need. Returns one or several typical requests for each endpoint. */
export async function endpointCases(service: MeasuredService): Promise<readonly EndpointCase[]> {
  const { api, connection } = service;
  const numbers = { from_number: connection.phone_number, to_number: CALLEE };
  await setCallee(connection, CALLEE, { answer: 'busy' });
  const { agent, webhook } = await makeAgent(api, {
    webhookUrl: 'https://example.com/hook',
    initialMessage: 'Hello.',
  });
  const prompt = await api.created('/v1/prompts/create', { content: 'Be kind.' });
  const voice = await api.created('/v1/voices/create', VOICE);
  const call = await api.created('/v1/calls/create', { ...numbers, agent: agent.id });
  const over = await api.created('/v1/calls/create', { ...numbers, agent: agent.id });
  await api.finishedCall(over.id);
  const recorded = await recordedCall(service, agent.id);
  const talking = await callInConversation(service, agent.id);
  const newer = {
    prompt: prompt.id,
    voice: voice.id,
    webhook: webhook.id,
    actions: agent.actions.map(({ id }: { id: string }) => id),
  };
  const older = { prompt: 'You sell tea.', voice: VOICE, actions: [TRANSFER], webhook: webhook.id };
  const inline = { prompt: { content: 'You sell tea.' }, voice: VOICE, actions: [TRANSFER] };
  const batchOf = (length: number) => ({
    from_number: numbers.from_number,
    agent: agent.id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    recipients: Array.from({ length }, () => ({ to_number: CALLEE })),
    allow_repeated: true,
  });
  const unused = await api.created('/v1/agents/create', newer);
  const manyActions = Array.from({ length: ACTIONS_OF_AGENT }, () => TRANSFER);
  for (let made = 0; made < AGENTS_FOR_LONG_LIST; made++)
    await api.created('/v1/agents/create', { ...older, actions: manyActions });
  const sixthPage = '/v1/actions/list?page=6';
  const { next = '' } = linksOf((await api.get(sixthPage)).headers, sixthPage);
  return [
    ...(await recordCases(api)),
    ...doNotCallCases(api),
    ...(await numberCases(connection, api)),
    { endpoint: 'agents/create', kind: 'newer shape', send: () => api.post('/v1/agents/create', newer) },
    { endpoint: 'agents/create', kind: 'older shape', send: () => api.post('/v1/agents/create', older) },
    {
      endpoint: 'agents/create',
      kind: 'inline related records',
      send: () => api.post('/v1/agents/create', inline),
    },
    { endpoint: 'agents/update', send: () => api.post(`/v1/agents/update?id=${agent.id}`, { name: 'Ada' }) },
    {
      endpoint: 'agents/update',
      kind: 'another prompt',
      send: () => api.post(`/v1/agents/update?id=${agent.id}`, { prompt: prompt.id }),
    },
    { endpoint: 'agents/delete', send: () => api.post(`/v1/agents/delete?id=${unused.id}`) },
    { endpoint: 'agents/get', send: () => api.get(`/v1/agents?id=${agent.id}`) },
    ...LISTED.map((group) => ({
      endpoint: `${group.replaceAll('_', '-')}/list`,
      kind: 'first page',
      send: () => api.get(`/v1/${group}/list`),
    })),
    { endpoint: 'actions/list', kind: 'page 6', send: () => api.get(sixthPage) },
    { endpoint: 'actions/list', kind: 'the page after it, by its link', send: () => api.get(next) },
    { endpoint: 'calls/create', send: () => api.post('/v1/calls/create', { ...numbers, agent: agent.id }) },
    {
      endpoint: 'calls/create',
      kind: 'agent as an object',
      send: () => api.post('/v1/calls/create', { ...numbers, agent: inline }),
    },
    {
      endpoint: 'calls/batch',
      kind: '80 recipients',
      send: () => api.post('/v1/calls/batch', batchOf(80)),
    },
    {
      endpoint: 'calls/batch',
      kind: '1,000 recipients',
      send: () => api.post('/v1/calls/batch', batchOf(1000)),
    },
    { endpoint: 'calls/get', send: () => api.get(`/v1/calls?id=${call.id}`) },
    { endpoint: 'calls/list', kind: 'all', send: () => api.get('/v1/calls/list') },
    {
      endpoint: 'calls/list',
      kind: 'of an agent, failed',
      send: () => api.get(`/v1/calls/list?agent=${agent.id}&status=error`),
    },
    {
      endpoint: 'calls/recording',
      send: () => api.send(`/v1/calls/recording?id=${recorded}`, { redirect: 'manual' }),
    },
    { endpoint: 'calls/delete', send: () => api.post(`/v1/calls/delete?id=${over.id}`) },
    { endpoint: 'usage/get', send: () => api.get('/v1/usage') },
    { endpoint: 'audit/get', send: () => api.get('/v1/audit') },
    { endpoint: 'calls/end', kind: 'in conversation', send: () => api.post(`/v1/calls/end?id=${talking}`) },
    { endpoint: 'calls/end', kind: 'over already', send: () => api.post(`/v1/calls/end?id=${talking}`) },
  ];
}

/** The id of a call with a recording. */
async function recordedCall({ connection, api }: MeasuredService, agent: string): Promise<string> {
  const callee = { answer: 'answer', script: [{ hang_up: true }] };
  const { call } = await placeCall(connection, api, { agent, callee });
  await api.callWhen(call.id, ({ recording_available }) => recording_available);
  return call.id;
}

/** The id of a call whose conversation is waiting for the callee. */
async function callInConversation(service: MeasuredService, agent: string): Promise<string> {
  const { connection, api } = service;
  const callee = {
    answer: 'answer',
    script: [{ wait_ms: COLD_START_MS }, { say: 'Hello.' }, { wait_ms: 20_000 }],
  };
  const { call } = await placeCall(connection, api, { agent, callee });
  const talker = service.functionName('conversation/message');
  await until('a conversation', () => {
    const requests = service.requests.filter(({ functionName }) => functionName === talker);
    const hasAnswered = requests.some(({ operation }) => operation === 'UpdateItem');
    const isQuiet = Date.now() - (requests.at(-1)?.endedAt ?? 0) > QUIET_MS;
    return (hasAnswered && isQuiet) || { waitingFor: requests.map(({ operation }) => operation) };
  });
  return call.id;
}
