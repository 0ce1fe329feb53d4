import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { finishedCarrierCall } from '../../support/service/shared-carrier.ts';

const receiver = new WebhookReceiver();
let agentId: string;

beforeAll(async () => {
  const { agent } = await makeAgent(api, { webhookUrl: await receiver.listen() });
  agentId = agent.id;
});

afterAll(() => receiver.close());

describe.concurrent('a call that does not connect', () => {
  it.each([
    ['busy', 'human_unanswered', /busy/],
    ['no-answer', 'human_unanswered', /did not answer/],
    ['failed', 'call_did_not_connect', /could not connect/],
  ])('fails with the reason: %s', async (answer, outcome, message) => {
    const { call } = await placeCall(connection, api, { agent: agentId, callee: { answer, ring_ms: 10 } });

    const ended = await api.finishedCall(call.id);
    const events = await receiver.eventsWith(call.id, ['event_phone_call_did_not_connect']);

    expect(ended).toMatchObject({
      status: 'error',
      stage_outcome: outcome,
      error_message: expect.stringMatching(message),
      telephony_metadata: {
        type: 'telephony_metadata_vendor_a',
        call_sid: ended.telephony_id,
        call_status: answer,
      },
    });
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['event_phone_call_did_not_connect', { telephony_status: answer }],
    ]);
  });
});

/**
 * A callee who says two things: patiently, because the model's time-outs pass before the first answer, and on the line
 * until the second one was reported as heard.
 */
const PATIENT = {
  answer: 'answer',
  patience_ms: 40_000,
  script: [{ say: 'first' }, { say: 'second' }, { wait_ms: 2_000 }],
};

describe.concurrent('a language model in trouble', () => {
  it('has its fallback continue where it broke off, and repeat nothing', async () => {
    const reply = 'Your appointment is booked. It is on Tuesday the fourteenth of March.';
    await addModelRules(connection, [
      { when: { system: 'SPEC-FALLBACK', model: '^gemini' }, reply: 'It is on Wednesday.' },
      { when: { system: 'SPEC-FALLBACK' }, reply, fault: 'cut', after_tokens: 7 },
    ]);
    const settings = { llm_fallback: { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' } };
    const { agent } = await makeAgent(api, { prompt: 'SPEC-FALLBACK', settings });

    const { call } = await placeCall(connection, api, { agent: agent.id, callee: PATIENT });
    const { transcript } = await api.finishedCall(call.id);
    const requests = await modelRequests(connection, 'SPEC-FALLBACK');

    expect(transcript).toMatch(/^HUMAN: first\nAGENT: Your appointment is booked\. It is on Wednesday\.\n/);
    expect(requests[1]?.body.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'Your appointment is booked. ' },
      { role: 'user', content: expect.stringContaining('Say only the rest of it') },
    ]);
  });
});

describe.concurrent('ending a call', () => {
  it('hangs up at the vendor, keeps what was said, and returns an ended call unchanged', async () => {
    const { call } = await placeCall(connection, api, {
      agent: agentId,
      callee: { answer: 'answer', recording: 'absent', script: [{ say: 'hello' }, { wait_ms: 60_000 }] },
    });
    // All other changes of the call have happened before the two requests.
    await receiver.eventsWith(call.id, ['event_message', 'event_human_detection']);

    const first = await api.post(`/v1/calls/end?id=${call.id}`);
    const second = await api.post(`/v1/calls/end?id=${call.id}`);
    const { status } = await finishedCarrierCall(first.body.telephony_id);

    expect(first).toMatchObject({
      status: 200,
      body: { id: call.id, status: 'ended', stage_outcome: 'bot_disconnected' },
    });
    expect(first.body.transcript).toMatch(/^HUMAN: hello/);
    expect(second.body).toEqual(first.body);
    expect(status).toBe('completed');
  });
});
