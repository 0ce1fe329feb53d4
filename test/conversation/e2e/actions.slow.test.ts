import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { findOrder as sampleAction } from '../../support/samples.ts';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCall } from '../../support/service/shared-carrier.ts';
import { forgotten } from '../../support/service/stored-text.ts';

const receiver = new WebhookReceiver();
const service = new ExternalService({
  '/orders': json({ result: { order: 7, state: 'sent on Monday' } }),
  '/private': json({ result: { order: 7, state: 'sent to mogadishu' } }),
});
let webhookUrl: string;
let serviceUrl: string;
const SECRET = Buffer.from('a secret of thirty-two bytes long').toString('base64');

beforeAll(async () => {
  [webhookUrl, serviceUrl] = await Promise.all([receiver.listen(), service.listen()]);
  await addModelRules(connection, [
    { when: { system: 'SPEC-ACTION', tool_result: 'Monday' }, reply: 'Your order left us on Monday.' },
    { when: { system: 'SPEC-ACTION', tool_result: 'mogadishu' }, reply: 'It went to mogadishu.' },
    {
      when: { system: 'SPEC-ACTION', last_user: 'order' },
      tool_call: { name: 'find_order', arguments: { number: 7 } },
    },
    {
      when: { system: 'SPEC-ACTION', last_user: 'menu' },
      tool_call: { name: 'press_keys', arguments: { digits: '2#' } },
    },
    { when: { system: 'SPEC-ACTION', last_user: 'leave' }, tool_call: { name: 'end_conversation' } },
  ]);
});

afterAll(() => Promise.all([receiver.close(), service.close()]));

const findOrder = (path: string, config: object = {}) =>
  sampleAction(`${serviceUrl}${path}`, { signature_secret: SECRET, ...config });

/** Runs a call with an agent of these actions and a callee who says these lines. Returns the ended call. */
async function runCall(actions: readonly unknown[], lines: readonly unknown[], wishes: object = {}) {
  const { webhook } = await makeAgent(api, { webhookUrl });
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: 'SPEC-ACTION' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    actions,
    webhook: webhook.id,
  });
  const script = lines.map((line) => (typeof line === 'string' ? { say: line } : line));
  const to_number = newNumber();
  await setCallee(connection, to_number, { answer: 'answer', script });
  const { phone_number: from_number } = connection;
  const call = await api.created('/v1/calls/create', { from_number, to_number, agent: agent.id, ...wishes });
  const ended = await api.finishedCall(call.id);
  return { call, ended, lines: (ended.transcript ?? '').split('\n') as string[] };
}

const eventsOf = async (callId: string) =>
  (await receiver.eventsWith(callId, ['event_transcript', 'event_action'])).filter(
    ({ type }) => type === 'event_action',
  );

/**
 * The agent ends the call, once its last words are stored as heard: a hang-up of the callee may overtake the report of
 * them.
 */
const AGENT_ENDS = ['I leave you', { until: 'relay_ended' }];
const END = { type: 'action_end_conversation' };
const ENDED = ['HUMAN: I leave you', 'AGENT: Thank you. Goodbye.'];

describe.concurrent('an external action', () => {
  it('sends a signed request, and the agent speaks about the result', async () => {
    const { call, ended, lines } = await runCall(
      [findOrder('/orders', { speak_on_send: true }), END],
      ['where is my order', ...AGENT_ENDS],
    );

    expect(lines).toEqual([
      'HUMAN: where is my order',
      'AGENT: One moment, please. Your order left us on Monday.',
      ...ENDED,
    ]);
    const [asked, ...others] = service.askedFor(call.id);
    expect(others).toEqual([]);
    expect(JSON.parse(asked?.text ?? '')).toEqual({ call_id: call.id, payload: { number: 7 } });
    const output = { result: { order: 7, state: 'sent on Monday' } };
    const [external, end] = ended.agent.actions;
    expect(ended.actions_taken).toMatchObject([
      { action_id: external.id, type: 'action_external', input: { number: 7 }, output, after_messages: 1 },
      { action_id: end.id, type: 'action_end_conversation', input: {}, output: {}, after_messages: 3 },
    ]);
    expect(ended.stage_outcome).toBe('bot_disconnected');
    const events = await eventsOf(call.id);
    expect(events.map(({ payload }) => payload)).toContainEqual({
      action_id: external.id,
      type: 'action_external',
      input: { number: 7 },
      output,
    });
  });
});

describe.concurrent('the actions of a call', () => {
  it('run in a HIPAA-compliant call, too, and leave no trace', async () => {
    const actions = [findOrder('/private'), { type: 'action_dtmf' }, { type: 'action_end_conversation' }];
    const lines = ['where is my order', 'this is the menu', 'I leave you'];

    const { call, ended } = await runCall(actions, lines, { hipaa_compliant: true });
    // A later call with published actions, so that all events of the first one have arrived.
    const other = await runCall([{ type: 'action_dtmf' }], ['this is the menu']);
    await eventsOf(other.call.id);

    expect(service.askedFor(call.id)).toHaveLength(1);
    const { transcript, events } = await carrierCall(ended.telephony_id);
    expect(JSON.stringify(transcript)).toContain('It went to mogadishu.');
    expect(events).toContainEqual(expect.objectContaining({ type: 'digits', by: 'agent', digits: '2#' }));
    expect(ended).toMatchObject({ stage_outcome: 'bot_disconnected', agent: { prompt: '[redacted]' } });
    expect(ended).not.toHaveProperty('actions_taken');
    const told = receiver.eventsOf(call.id).map(({ type }) => type);
    expect(told.filter((type) => type !== 'event_human_detection')).toEqual([
      'event_phone_call_connected',
      'event_phone_call_ended',
    ]);
    // Only this test says the word: other files store theirs in the same table.
    await forgotten(connection, 'mogadishu');
  });
});
