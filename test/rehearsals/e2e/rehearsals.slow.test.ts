import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { modelRequests } from '../../support/peers/model.ts';
import { putIndex } from '../../support/peers/vector-database.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { findOrder } from '../../support/samples.ts';
import { ALL_EVENTS, addModelRules, makeAgent } from '../../support/scene.ts';
import { type Api, until } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const service = new ExternalService({ '/order': json({ result: 'it is in madagascar' }) });

/** A user of this file only: others would use up its rehearsals of an hour, and change its do-not-call list. */
let api: Api;
let url: string;

beforeAll(async () => {
  [url, api] = await Promise.all([service.listen(), newUser(connection)]);
  await addModelRules(connection, [
    { when: { system: 'REHEARSED', tool_result: 'madagascar' }, reply: 'It is on its way to you.' },
    {
      when: { system: 'REHEARSED', last_user: 'order' },
      tool_call: { name: 'find_order', arguments: { number: 7 } },
    },
    {
      when: { system: 'REHEARSED', last_user: 'colleague' },
      tool_call: { name: 'transfer_call', arguments: {} },
    },
    {
      when: { system: 'REHEARSED', last_user: 'never call' },
      tool_call: { name: 'report_do_not_call', arguments: {} },
    },
    {
      when: { system: 'REHEARSED', last_user: 'goodbye' },
      tool_call: { name: 'end_conversation', arguments: {} },
    },
    { when: { system: 'REHEARSED', last_user: 'Tuesday' }, reply: 'Tuesday it is.' },
    { when: { system: 'REHEARSED', last_user: 'Friday' }, reply: 'Friday it is.' },
    { when: { system: 'REHEARSED' }, reply: 'What can I do?' },
  ]);
});

afterAll(() => service.close());

const ACTIONS = () => [
  { type: 'action_end_conversation' },
  { type: 'action_transfer_call', config: { phone_number: '+15557770001' } },
  findOrder(`${url}/order`),
];

/** Begins a rehearsal with a new agent. */
async function begin({
  settings = {},
  webhookUrl,
  body = {},
}: {
  readonly settings?: object;
  readonly webhookUrl?: string;
  readonly body?: object;
} = {}) {
  const url = webhookUrl;
  const webhook = url && (await api.created('/v1/webhooks/create', { subscriptions: ALL_EVENTS, url }));
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: 'REHEARSED' },
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    initial_message: 'Hello.',
    actions: ACTIONS(),
    ...(webhook && { webhook: webhook.id }),
    ...settings,
  });
  return api.created('/v1/rehearsals/create', { agent: agent.id, ...body });
}

const say = (id: string, text: string) => api.created(`/v1/rehearsals/say?id=${id}`, { text });

const textsOf = ({
  turns,
}: {
  readonly turns: ReadonlyArray<
    Readonly<Record<string, unknown>> & { readonly action?: { readonly type: string } }
  >;
}) => turns.map(({ sender, text, action }) => (action ? `ACTION ${action.type}` : `${sender}: ${text}`));

describe('a rehearsal', () => {
  it('uses the functions of calls: turns, actions and their timing', async () => {
    const { id, agent, agent_version, status } = await begin();
    const said = await say(id, 'Where is my order?');
    const { body: got } = await api.get(`/v1/rehearsals?id=${id}`);

    expect(textsOf(said)).toEqual([
      'agent: Hello.',
      'human: Where is my order?',
      'ACTION action_external',
      'agent: It is on its way to you.',
    ]);
    const [, , action, answer] = said.turns;
    expect(action.action).toMatchObject({
      input: { number: 7 },
      output: { result: 'it is in madagascar' },
      outcome: 'done',
    });
    expect(answer.latency.silence_ms).toBeGreaterThan(0);
    expect(answer.model.tokens.input).toBeGreaterThan(0);
    expect(got).toEqual(said);
    expect(said).toMatchObject({
      id,
      agent,
      agent_version: 1,
      status: 'open',
      answering: null,
      handed_to: null,
    });
    expect([agent_version, status]).toEqual([1, 'open']);
    expect(JSON.parse(service.asked.at(-1)?.text ?? '')).toMatchObject({
      call_id: id,
      rehearsal: true,
      payload: { number: 7 },
    });
  });

  it('is not a call: no list contains it, no event is delivered, and nothing is dialed', async () => {
    const receiver = new WebhookReceiver();
    const receiverUrl = await receiver.listen();
    try {
      const { id } = await begin({ webhookUrl: receiverUrl });
      const transferred = await say(id, 'Give me a colleague.');
      const { body: calls } = await api.get('/v1/calls/list?size=100');

      expect(transferred).toMatchObject({ status: 'ended', handed_to: expect.any(String) });
      expect(calls.map((call: { id: string }) => call.id)).not.toContain(id);
      expect((await api.get(`/v1/calls?id=${id}`)).status).toBe(404);
      const other = await begin({ webhookUrl: receiverUrl });
      await say(other.id, 'Hello there');
      const { webhook } = (await api.get(`/v1/agents?id=${other.agent}`)).body;
      await api.created(`/v1/webhooks/test?id=${webhook.id ?? webhook}`);
      // Asked for later, and published in order.
      await until('the samples', async () => receiver.received.length > 0 || { waitingFor: 'a delivery' });
      const told = receiver.received.map(({ text }) => text).join('');
      expect(told).not.toContain(id);
      expect(told).not.toContain(other.id);
      const again = await api.post(`/v1/rehearsals/say?id=${id}`, { text: 'Hello?' });
      expect(again).toMatchObject({ status: 409, body: { detail: [{ type: 'rehearsal_over' }] } });
    } finally {
      await receiver.close();
    }
  });

  it('ends at a do-not-call request, which lists no number', async () => {
    const before = (await api.get('/v1/do_not_call/list?size=1')).body.total;
    const { id } = await begin({ settings: { run_do_not_call_detection: true } });

    const over = await say(id, 'Please never call me again.');

    expect(over.status).toBe('ended');
    expect((await api.get('/v1/do_not_call/list?size=1')).body.total).toBe(before);
  });

  it('continues from an earlier line, and repeats no action', async () => {
    const { id } = await begin();
    await say(id, 'Where is my order?');
    await say(id, 'On Tuesday, please.');
    const asked = service.asked.length;

    const forked = await api.created(`/v1/rehearsals/fork?id=${id}`, { before: 5 });
    const other = await say(forked.id, 'On Friday, please.');

    expect(textsOf(other)).toEqual([
      'agent: Hello.',
      'human: Where is my order?',
      'ACTION action_external',
      'agent: It is on its way to you.',
      'human: On Friday, please.',
      'agent: Friday it is.',
    ]);
    expect(service.asked.length).toBe(asked);
    expect(textsOf((await api.get(`/v1/rehearsals?id=${id}`)).body).at(-1)).toBe('agent: Tuesday it is.');
    const messages = (await modelRequests(connection, 'REHEARSED')).at(-1)?.body.messages ?? [];
    expect(JSON.stringify(messages)).toContain('madagascar');
    expect(JSON.stringify(messages)).not.toContain('Tuesday');
  });

  it('shows the knowledge that the model was given, also after a fork', async () => {
    await putIndex(connection.vector_database_url, 'rehearsed', {
      api_key: 'key',
      passages: ['We are closed on Sundays.'],
    });
    const vector_database = {
      type: 'vector_database_vendor_a',
      index: 'rehearsed',
      api_key: 'key',
      api_environment: 'us-east-1',
    };
    const { id } = await begin({ settings: { vector_database } });

    const said = await say(id, 'Are you open on Sundays?');
    await say(id, 'On Tuesday, please.');
    const forked = await api.created(`/v1/rehearsals/fork?id=${id}`, { before: 4 });

    expect(said.knowledge).toEqual([{ turn: 2, passages: ['We are closed on Sundays.'] }]);
    expect(forked.knowledge).toEqual(said.knowledge);
  });

  it('takes a version and a context', async () => {
    const { agent } = await makeAgent(api, { prompt: 'REHEARSED', initialMessage: 'Hello ${name}.' });
    await api.created(`/v1/agents/update?id=${agent.id}`, { initial_message: 'Good day ${name}.' });
    const begun = { agent: agent.id, context: { name: 'Ada' } };

    const [first, latest] = [
      await api.created('/v1/rehearsals/create', { ...begun, agent_version: 1 }),
      await api.created('/v1/rehearsals/create', begun),
    ];
    const unknown = await api.post('/v1/rehearsals/create', { ...begun, agent_version: 9 });

    expect([textsOf(first), first.agent_version]).toEqual([['agent: Hello Ada.'], 1]);
    expect([textsOf(latest), latest.agent_version]).toEqual([['agent: Good day Ada.'], 2]);
    expect(unknown).toMatchObject({ status: 422, body: { detail: [{ type: 'unknown_version' }] } });
  });

  it('takes keys, if the agent listens for them', async () => {
    const { id } = await begin({ settings: { dtmf_input: { terminator: '#', timeout_seconds: 5 } } });
    const pressed = await api.created(`/v1/rehearsals/say?id=${id}`, { keys: '12#' });
    const deaf = await begin();
    const refused = await api.post(`/v1/rehearsals/say?id=${deaf.id}`, { keys: '1' });

    expect(textsOf(pressed)[1]).toContain('1');
    expect(textsOf(pressed)).toHaveLength(3);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: [{ loc: ['body', 'keys'], type: 'keys_not_heard' }] },
    });
  });

  it('shows words while they are being spoken, and is interrupted by another line', async () => {
    await addModelRules(connection, [
      {
        when: { system: 'REHEARSED', last_user: 'story' },
        reply: 'Once upon a time. It goes on. '.repeat(120),
        token_ms: 20,
      },
    ]);
    const { id } = await begin();
    const told = say(id, 'Tell me a story.');
    await until('the first words', async () => {
      const { body } = await api.get(`/v1/rehearsals?id=${id}`);
      return body.answering?.includes('Once upon') || { waitingFor: body };
    });
    const after = await say(id, 'On Friday, please.');
    await told;

    expect(textsOf(after).at(-1)).toBe('agent: Friday it is.');
    expect(after.turns.find(({ interrupted }: { interrupted?: boolean }) => interrupted)?.text).toContain(
      'Once upon',
    );
  });
});
