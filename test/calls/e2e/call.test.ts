import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';

const receiver = new WebhookReceiver();
let webhookUrl: string;

beforeAll(async () => {
  webhookUrl = await receiver.listen();
  await addModelRules(connection, [
    {
      when: { system: 'SPEC-CALL', last_user: 'hello' },
      reply: 'Good day to you, dear caller. How may I help you today?',
    },
    { when: { system: 'SPEC-CALL', last_user: 'time' }, reply: 'It is noon, as it always is in this test.' },
    {
      when: { system: 'SPEC-CALL', last_user: 'bye' },
      reply: 'Goodbye, and thank you for calling.',
      tool_call: { name: 'end_conversation', arguments: {} },
    },
  ]);
});

afterAll(() => receiver.close());

describe('a call', () => {
  it('is placed, converses, ends, and sends verified deliveries', async () => {
    const { agent, webhook } = await makeAgent(api, {
      prompt: 'SPEC-CALL. You tell the time to ${name}.',
      initialMessage: 'This is the speaking clock.',
      webhookUrl,
    });

    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: {
        answer: 'answer',
        script: [{ say: 'hello there' }, { say: 'what time is it' }, { say: 'bye now' }, { wait_ms: 5000 }],
      },
    });
    const ended = await api.finishedCall(call.id);
    const events = await receiver.eventsWith(call.id, [
      'event_phone_call_connected',
      'event_phone_call_ended',
      'event_transcript',
    ]);

    expect(call).toMatchObject({
      status: 'not_started',
      recording_available: false,
      agent: { id: agent.id },
    });
    expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
    const inFull = await api.send(`/v1/calls?id=${call.id}`, { headers: { 'api-version': '2026-11' } });
    expect(inFull.body.agent.webhook).toEqual(webhook);
    const transcript = [
      'AGENT: This is the speaking clock.',
      'HUMAN: hello there',
      'AGENT: Good day to you, dear caller. How may I help you today?',
      'HUMAN: what time is it',
      'AGENT: It is noon, as it always is in this test.',
      'HUMAN: bye now',
      'AGENT: Goodbye, and thank you for calling.',
    ].join('\n');
    expect(ended.transcript).toBe(transcript);
    const payload = (type: string) => events.find((event) => event.type === type).payload;
    expect(payload('event_phone_call_connected')).toEqual({
      to_number: call.to_number,
      from_number: call.from_number,
    });
    expect(payload('event_phone_call_ended')).toMatchObject({ stage_outcome: 'bot_disconnected' });
    expect(payload('event_transcript').transcript).toBe(transcript);
    const said: string[] = payload('event_transcript').messages.map(({ text }: { text: string }) => text);
    const messages = await until('all messages', () => {
      const told = receiver.eventsOf(call.id).filter(({ type }) => type === 'event_message');
      const texts = new Map<string, string>(told.map(({ id, payload }) => [id, payload.text]));
      return texts.size >= said.length ? [...texts.values()] : { waitingFor: [...texts.values()] };
    });
    expect(messages.sort()).toEqual(said.sort());
    const verifier = new Webhook(webhook.secret);
    for (const { headers, text } of receiver.received) {
      const verified = verifier.verify(text, headers as Record<string, string>) as { id: string };
      expect(verified.id).toBe(headers['webhook-id']);
    }
  });
});
