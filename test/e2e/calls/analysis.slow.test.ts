import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const stranger = new Api(connection.base_url, connection.second_access_token);
const receiver = new WebhookReceiver();
let url: string;

beforeAll(async () => {
  url = await receiver.listen();
  const answers = [
    {
      question: 'summary',
      value: 'The human wanted a table on Tuesday.',
      quotations: ['a table on Tuesday'],
    },
    { question: 'success', value: 'false', quotations: ['See you in Timbuktu'] },
    { question: 'sentiment', value: 'neutral', quotations: ['I want a table'] },
    { question: 'field:day', value: '"Tuesday"', quotations: ['a table on Tuesday'] },
    { question: 'field:guests', value: null, quotations: [] },
  ];
  await addModelRules(connection, [
    { when: { json: true, system: 'SPEC-ANALYSIS' }, reply: JSON.stringify({ answers }) },
    { when: { json: true, system: 'SPEC-GERMAN' }, reply: JSON.stringify({ answers: IN_GERMAN }) },
  ]);
});

afterAll(() => receiver.close());

const IN_GERMAN = [
  {
    question: 'summary',
    value: 'Der Mensch wollte einen Tisch, und das ist nicht mit der Zeit zu machen.',
    quotations: ['a table on Tuesday'],
  },
  { question: 'success', value: 'true', quotations: ['a table on Tuesday'] },
];

const ANALYSIS = {
  summary: true,
  success_rubric: 'SPEC-ANALYSIS: a table is booked.',
  sentiment: true,
  extract: { type: 'object', properties: { day: { type: 'string' }, guests: { type: 'integer' } } },
};

describe('the analysis of a call', () => {
  it('is made with its proofs when the call is over, delivered to subscribers, and repeated on request', async () => {
    const subscriptions = ['event_analysis', 'event_phone_call_ended'];
    const webhook = await api.created('/v1/webhooks/create', { url, subscriptions });
    const { agent } = await makeAgent(api, { settings: { webhook: webhook.id, analysis: ANALYSIS } });
    const callee = { answer: 'answer', script: [{ say: 'I want a table on Tuesday' }, { say: 'Bye' }] };
    const { call } = await placeCall(connection, api, { agent: agent.id, callee });

    const { analysis } = await api.callWhen(call.id, (shown) => shown.analysis);
    const again = await api.post(`/v1/calls/analyze?id=${call.id}`);
    const foreign = await stranger.post(`/v1/calls/analyze?id=${call.id}`);
    const second = await api.callWhen(call.id, (shown) => shown.analysis.run === 2);
    const batch = await api.created('/v1/calls/analyze_batch', { calls: [call.id, agent.id] });
    const third = await api.callWhen(call.id, (shown) => shown.analysis.run === 3);
    const told = await until('three analyses', () => {
      const events = receiver.eventsOf(call.id).filter(({ type }) => type === 'event_analysis');
      const runs = new Set(events.map(({ payload }) => payload.analysis.run));
      return runs.size === 3 ? runs : { waitingFor: [...runs] };
    });

    const quoted = { message: expect.any(Number), sender: 'human' };
    expect(agent.analysis).toEqual(ANALYSIS);
    expect(analysis).toMatchObject({
      run: 1,
      status: 'done',
      model: 'gpt-4.1-mini',
      summary: {
        value: 'The human wanted a table on Tuesday.',
        quotations: [{ ...quoted, text: 'a table on Tuesday' }],
      },
      success: { value: null, reason: 'quotation_not_found', quotations: [] },
      sentiment: { value: 'neutral' },
      extracted: {
        day: { value: 'Tuesday', quotations: [{ ...quoted, text: 'a table on Tuesday' }] },
        guests: { value: null, reason: 'not_said', quotations: [] },
      },
    });
    expect(again).toMatchObject({ status: 200, body: { id: call.id, run: 2 } });
    expect(foreign.status).toBe(404);
    expect(second.analysis.summary).toEqual(analysis.summary);
    expect(batch.results).toEqual([
      { id: call.id, run: 3 },
      { id: agent.id, error: { loc: ['body', 'calls', '1'], msg: expect.any(String), type: 'not_found' } },
    ]);
    expect(third.cost.model).toBeGreaterThan(0);
    expect([...told].sort()).toEqual([1, 2, 3]);
  });
});
