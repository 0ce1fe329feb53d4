import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { logLines } from '../../support/service/log-lines.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;
let webhookUrl: string;
let url: string;
const receiver = new WebhookReceiver();
const accounts = new ExternalService({
  '/accounts': json({ result: { account: '4711820', state: 'open' } }),
});

beforeAll(async () => {
  [service, webhookUrl, url] = await Promise.all([startOwnService({}), receiver.listen(), accounts.listen()]);
  await addModelRules(service.connection, [
    { when: { system: 'SPEC-KEYS', tool_result: 'open' }, reply: 'Your account 4711820 is open.' },
    {
      when: { system: 'SPEC-KEYS', last_user: '^\\[keys 4711820\\]$' },
      tool_call: { name: 'find_account', arguments: { account: '4711820' } },
    },
  ]);
});

afterAll(() => Promise.all([service.close(), receiver.close(), accounts.close()]));

/** Milliseconds of speech that a key interrupts even on a slow machine. */
const GREETING = `Welcome. Please key in the number of your account${', which your letter shows'.repeat(70)}, and press the pound key after it.`;

it('an account number that is keyed in over the greeting reaches the service, and no record has it', async () => {
  const findAccount = {
    type: 'action_external',
    config: {
      name: 'find_account',
      description: 'Finds an account by its number.',
      url: `${url}/accounts`,
      input_schema: {
        type: 'object',
        properties: { account: { type: 'string', format: 'keypad' } },
        required: ['account'],
      },
      speak_on_send: false,
      speak_on_receive: true,
    },
  };
  const { api, connection } = service;
  const { agent } = await makeAgent(api, {
    prompt: 'SPEC-KEYS',
    initialMessage: GREETING,
    webhookUrl,
    actions: [findAccount],
    settings: { dtmf_input: {}, mask_dtmf: true },
  });
  const script = [{ dtmf: '4711820#', after_words: 3 }, { say: 'Thank you' }];

  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', script },
  });
  const ended = await api.finishedCall(call.id);
  const lines: string[] = ended.transcript.split('\n');
  const events = await receiver.eventsWith(ended.id, [
    'event_transcript',
    'event_action',
    'event_phone_call_ended',
  ]);

  expect(accounts.askedFor(ended.id).map(({ text }) => JSON.parse(text).payload)).toEqual([
    { account: '4711820' },
  ]);
  expect(lines[0]).toMatch(/^AGENT: Welcome\. Please key/);
  expect(lines[0]).not.toContain('pound');
  expect(lines.slice(1, 3)).toEqual(['HUMAN: [keys •••••••]', 'AGENT: Your account ••••••• is open.']);
  expect(ended.actions_taken).toMatchObject([
    { input: { account: '•••••••' }, output: { result: { account: '•••••••' } } },
  ]);
  for (const record of [ended, events, logLines(service.data)]) {
    expect(JSON.stringify(record)).not.toMatch(/4711820/);
  }
});
