import { linksOf } from '../../test/support/links.ts';
import { makeAgent, placeCall, setCallee } from '../../test/support/scene.ts';
import { until } from '../../test/support/service/api.ts';
import type { MeasuredService } from '../measured-service.ts';
import { COLD_START_MS } from '../turns/converse.ts';
import { type EndpointCase, get, post, recordCases } from './record-cases.ts';

const CALLEE = '+15550009999';
/** Milliseconds without a request to the table until a conversation counts as waiting for the callee. */
const QUIET_MS = 700;
const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const TRANSFER = { type: 'action_transfer_call', config: { phone_number: '+15551234567' } };

/** Agents with the maximum of new actions each. Together they fill the first block of the list of actions. */
const AGENTS_FOR_LONG_LIST = 5;
const ACTIONS_OF_AGENT = 32;

/** Creates the records that the requests need. Returns one or several typical requests for each endpoint. */
export async function endpointCases(service: MeasuredService): Promise<readonly EndpointCase[]> {
  return [...(await recordCases(service)), ...(await agentCases(service)), ...(await callCases(service))];
}

async function agentCases({ api }: MeasuredService): Promise<readonly EndpointCase[]> {
  const { agent, webhook } = await makeAgent(api, { webhookUrl: 'https://example.com/hook' });
  const prompt = await api.created('/v1/prompts/create', { content: 'Be kind.' });
  const voice = await api.created('/v1/voices/create', VOICE);
  const actions = agent.actions.map(({ id }: { id: string }) => id);
  const newer = { prompt: prompt.id, voice: voice.id, webhook: webhook.id, actions };
  const older = { prompt: 'You sell tea.', voice: VOICE, actions: [TRANSFER], webhook: webhook.id };
  const unused = await api.created('/v1/agents/create', newer);
  const manyActions = Array.from({ length: ACTIONS_OF_AGENT }, () => TRANSFER);
  for (let made = 0; made < AGENTS_FOR_LONG_LIST; made++)
    await api.created('/v1/agents/create', { ...older, actions: manyActions });
  const sixthPage = '/v1/actions/list?page=6';
  const { next = '' } = linksOf((await api.get(sixthPage)).headers, sixthPage);
  return [
    post('/v1/agents/create', newer, 'newer shape'),
    post('/v1/agents/create', older, 'older shape'),
    post('/v1/agents/create', inlineAgent, 'inline related records'),
    post(`/v1/agents/update?id=${agent.id}`, { name: 'Ada' }),
    post(`/v1/agents/update?id=${agent.id}`, { prompt: prompt.id }, 'another prompt'),
    post(`/v1/agents/delete?id=${unused.id}`),
    get(`/v1/agents?id=${agent.id}`),
    get('/v1/agents/list', 'first page'),
    get(sixthPage, 'page 6'),
    get(next, 'the page after it, by its link'),
  ];
}

const inlineAgent = { prompt: { content: 'You sell tea.' }, voice: VOICE, actions: [TRANSFER] };

async function callCases(service: MeasuredService): Promise<readonly EndpointCase[]> {
  const { api, connection } = service;
  await setCallee(connection, CALLEE, { answer: 'busy' });
  const { agent } = await makeAgent(api, { initialMessage: 'Hello.' });
  const numbers = { from_number: connection.phone_number, to_number: CALLEE };
  const call = await api.created('/v1/calls/create', { ...numbers, agent: agent.id });
  const over = await api.created('/v1/calls/create', { ...numbers, agent: agent.id });
  await api.finishedCall(over.id);
  const recorded = await recordedCall(service, agent.id);
  const talking = await callInConversation(service, agent.id);
  const batchOf = (length: number) => ({
    from_number: numbers.from_number,
    agent: agent.id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    recipients: Array.from({ length }, () => ({ to_number: CALLEE })),
    allow_repeated: true,
  });
  return [
    post('/v1/calls/create', { ...numbers, agent: agent.id }),
    post('/v1/calls/create', { ...numbers, agent: inlineAgent }, 'agent as an object'),
    post('/v1/calls/batch', batchOf(80), '80 recipients'),
    post('/v1/calls/batch', batchOf(1000), '1,000 recipients'),
    get(`/v1/calls?id=${call.id}`),
    get('/v1/calls/list', 'all'),
    get(`/v1/calls/list?agent=${agent.id}&status=error`, 'of an agent, failed'),
    get(`/v1/calls/recording?id=${recorded}`),
    post(`/v1/calls/delete?id=${over.id}`),
    get('/v1/usage'),
    get('/v1/audit'),
    post(`/v1/calls/end?id=${talking}`, undefined, 'in conversation'),
    post(`/v1/calls/end?id=${talking}`, undefined, 'over already'),
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
  const talker = service.functionName('calls/relay/message');
  await until('a conversation', () => {
    const requests = service.requests.filter(({ functionName }) => functionName === talker);
    const hasAnswered = requests.some(({ operation }) => operation === 'UpdateItem');
    const isQuiet = Date.now() - (requests.at(-1)?.endedAt ?? 0) > QUIET_MS;
    return (hasAnswered && isQuiet) || { waitingFor: requests.map(({ operation }) => operation) };
  });
  return call.id;
}
