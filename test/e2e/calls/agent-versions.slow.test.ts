import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { startTalk } from '../../support/talk.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const receiver = new WebhookReceiver();
let webhookUrl: string;

beforeAll(async () => {
  webhookUrl = await receiver.listen();
  await addModelRules(connection, [
    { when: { system: 'SPEC-VERSION-ONE', last_user: 'again' }, reply: 'Still the first.' },
    { when: { system: 'SPEC-VERSION-ONE' }, reply: 'This is the first.' },
    { when: { system: 'SPEC-VERSION-TWO' }, reply: 'This is the second.' },
  ]);
});

afterAll(() => receiver.close());

/** The callee says nothing more until the answer was heard. */
const ONE_QUESTION = [{ say: 'hello' }, { say: 'thank you' }, { hang_up: true }];

const update = (id: string, body: object) => api.created(`/v1/agents/update?id=${id}`, body);

describe('a call that is under way', () => {
  it('keeps its version to its end, whatever is published, and names it in each turn and event', async () => {
    const { call, line, happened } = await startTalk(connection, api, {
      prompt: 'SPEC-VERSION-ONE',
      webhookUrl,
    });
    await line({ say: 'hello' });
    await happened('This is the first.');
    const { agent } = (await api.get(`/v1/calls?id=${call.id}`)).body;
    await update(agent.id, { prompt: 'SPEC-VERSION-TWO' });

    await line({ say: 'again' });
    // A hang-up could cut off the answer before any of it was heard.
    await until('the second answer to be heard', async () => {
      const { body } = await api.get(`/v1/calls/turns?id=${call.id}`);
      return body.length >= 4 || { waitingFor: body };
    });
    await line({ hang_up: true });

    const ended = await api.finishedCall(call.id);
    const { body: turns } = await api.get(`/v1/calls/turns?id=${call.id}`);
    const events = await receiver.eventsWith(call.id, ['event_phone_call_ended', 'event_transcript']);
    const { call: next } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script: ONE_QUESTION },
    });
    const after = await api.finishedCall(next.id);
    expect(ended).toMatchObject({ agent_version: 1, agent: { prompt: 'SPEC-VERSION-ONE' } });
    expect(turns.length).toBeGreaterThanOrEqual(4);
    for (const turn of turns) expect(turn.agent_version).toBe(1);
    for (const event of events) expect(event.agent_version).toBe(1);
    expect(next.agent_version).toBe(2);
    expect(JSON.stringify(after.transcript)).toContain('This is the second.');
  });
});
