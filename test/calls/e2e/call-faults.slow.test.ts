import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { finishedCarrierCall } from '../../support/service/shared-carrier.ts';

const receiver = new WebhookReceiver();
let agentId: string;

beforeAll(async () => {
  const { agent } = await makeAgent(api, { webhookUrl: await receiver.listen() });
  agentId = agent.id;
});

afterAll(() => receiver.close());

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
