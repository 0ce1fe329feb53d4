import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { getJson } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({});
  await addModelRules(service.connection, [
    {
      when: { system: 'SPEC-VOICEMAIL', last_user: 'reached a voicemail' },
      reply: 'This is Ada of the shop. Do call us.',
    },
    { when: { system: 'SPEC-VOICEMAIL' }, reply: 'How may I help you?' },
  ]);
});

afterAll(() => service.close());

const GREETING = 'You have reached Anna. Please leave a message after the beep.';

/** Runs a call to a machine that answers like this. Returns it with the words in the carrier's log. */
async function reach(script: readonly object[]) {
  const { api, connection } = service;
  const { agent } = await makeAgent(api, { prompt: 'SPEC-VOICEMAIL', actions: [] });
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', answered_by: 'machine_start', script },
    wishes: { on_no_human_answer: 'leave_message', context: { name: 'Anna' } },
  });
  const ended = await api.finishedCall(call.id);
  const { events } = await getJson(`${connection.carrier_url}/simulator/calls/${ended.telephony_id}`);
  const heard: string[] = events.flatMap(({ type, text }: { type: string; text?: string }) =>
    type === 'agent_turn' || type === 'callee' ? [text] : [],
  );
  return { ended, heard };
}

/** The user's tokens of language models today. */
async function tokensOfToday(): Promise<number> {
  const { body } = await service.api.get('/v1/usage');
  return body.quotas.find(({ name }: { name: string }) => name === 'model_tokens').used;
}

describe('a call with leave_message', () => {
  it('leaves what the model writes, whatever the machine says meanwhile', async () => {
    const noisy = [
      { announce: GREETING },
      // A busy machine, too, has handled the greeting by the time of the beep.
      { wait_ms: 2000 },
      { beep: true },
      { interrupt: 'To send it, press one.', after_words: 3 },
      { wait_ms: 60_000 },
    ];
    const before = await tokensOfToday();

    const { ended, heard } = await reach(noisy);
    const { body: turns } = await service.api.get(`/v1/calls/turns?id=${ended.id}`);

    // Nothing but the message was asked of the model.
    await expect.poll(tokensOfToday).toBeGreaterThan(before);
    expect(heard.filter((words) => words.includes('Ada'))).toEqual(['This is Ada of the shop. Do call us.']);
    const written = turns.find(({ sender }: { sender?: string }) => sender === 'agent');
    expect(written).toMatchObject({
      text: 'This is Ada of the shop. Do call us.',
      model: { name: expect.any(String), tokens_are_estimated: false },
    });
    expect(written.model.tokens).toMatchObject({ wasted: 0 });
    expect(Math.min(written.model.tokens.input, written.model.tokens.output)).toBeGreaterThan(0);
    expect(written).not.toHaveProperty('latency');
    expect(ended.latency).toBeUndefined();
  });
});
