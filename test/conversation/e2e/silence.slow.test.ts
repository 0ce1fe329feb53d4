import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ MAX_SILENCE_SECONDS: '3' });
});

afterAll(() => service.close());

it('a silent callee is asked once whether they are there, and is hung up on after the silence timeout', async () => {
  const { api, connection } = service;
  const settings = { idle_time_seconds: 1, ask_if_human_present_on_idle: true };
  const { agent } = await makeAgent(api, { initialMessage: 'Hello, this is the shop.', settings });
  const callee = { answer: 'answer', script: [{ wait_ms: 60_000 }] };

  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const ended = await api.finishedCall(call.id);

  expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
  expect(ended.transcript.split('\n')).toEqual([
    'AGENT: Hello, this is the shop.',
    'AGENT: Are you still there?',
    'AGENT: Thank you. Goodbye.',
  ]);
  expect(Date.parse(ended.end_time) - Date.parse(ended.start_time)).toBeGreaterThan(3_000);
});
