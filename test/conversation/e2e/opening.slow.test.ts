import { beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCall } from '../../support/service/shared-carrier.ts';
import { saidIn, startTalk } from '../../support/talk.ts';

beforeAll(() => addModelRules(connection, [{ when: { system: 'SPEC-OPENING' }, reply: 'Indeed.' }]));

/** Runs a call of an agent that greets after two seconds, with a callee who does this. */
async function runCall(script: readonly object[], changes: object = {}) {
  const { agent } = await makeAgent(api, {
    prompt: 'SPEC-OPENING',
    initialMessage: 'Good day, this is the shop.',
    settings: { initial_message_delay: 2, ...changes },
  });
  const callee = { answer: 'answer', script };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const ended = await api.finishedCall(call.id);
  const seconds = (Date.parse(ended.end_time) - Date.parse(ended.start_time)) / 1000;
  return { ended, seconds };
}

describe('a delayed greeting', () => {
  it('is spoken after its delay, and is a turn like any other', async () => {
    // Long after the greeting, however busy the machine is.
    const { ended, seconds } = await runCall([{ wait_ms: 6000 }, { say: 'hello' }]);

    expect(ended.transcript).toMatch(/^AGENT: Good day, this is the shop\.\nHUMAN: hello(\n|$)/);
    expect(await saidIn(connection, ended)).toEqual([
      'AGENT: Good day, this is the shop.',
      'HUMAN: hello',
      'AGENT: Indeed.',
    ]);
    expect(seconds).toBeGreaterThan(2);
    const { events } = await carrierCall(ended.telephony_id);
    const [opened, greeted] = ['setup', 'agent_turn'].map((type) =>
      Date.parse(
        events.find(
          (event: { type: string; frame?: { type: string } }) => (event.frame?.type ?? event.type) === type,
        )?.at,
      ),
    );
    expect((greeted ?? 0) - (opened ?? 0)).toBeGreaterThanOrEqual(2000);
  });

  it('is dropped when the callee speaks first', async () => {
    // A busy machine may handle the words late, but before such a greeting.
    const { ended } = await runCall([{ say: 'hello?' }, { wait_ms: 5500 }], { initial_message_delay: 5 });

    expect(ended.transcript).toBe('HUMAN: hello?\nAGENT: Indeed.');
  });
});

it('a voice that the vendor refuses is replaced by the default voice at once, and the call begins anew', async () => {
  const settings = { voice: { type: 'voice_vendor_c', voice_id: 'unsupported-voice' } };
  const plan = { initialMessage: 'Hello.', settings };
  const { call, line, happened } = await startTalk(connection, api, plan);
  await happened('"agent_turn","text":"Hello.');
  await line({ hang_up: true });
  const ended = await api.finishedCall(call.id);

  const { events } = await carrierCall(ended.telephony_id);
  const log = JSON.stringify(events);
  expect(await saidIn(connection, ended)).toEqual(['AGENT: Hello.']);
  expect(log.match(/"code":64106/g)).toHaveLength(1);
  expect(log.match(/"setup"/g)).toHaveLength(2);
});
