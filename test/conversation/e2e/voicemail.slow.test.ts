import { KNOWN_CALLEES } from 'vendor-simulators/carrier/callees/known-callees.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { getJson } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({});
  await addModelRules(service.connection, [
    { when: { system: 'SPEC-VOICEMAIL-MUTE', last_user: 'voicemail' }, fault: 'http_500' },
    {
      when: { system: 'SPEC-VOICEMAIL', last_user: 'reached a voicemail' },
      reply: 'This is Ada of the shop. Do call us.',
    },
    { when: { system: 'comes to the phone only now' }, reply: 'Good morning, Anna.' },
    { when: { system: 'asks who is calling' }, reply: 'This is Ada of the shop, about your order.' },
    { when: { system: 'SPEC-VOICEMAIL' }, reply: 'How may I help you?' },
  ]);
});

afterAll(() => service.close());

const GREETING = 'You have reached Anna. Please leave a message after the beep.';
const MESSAGE = 'Hello ${name}, your order is here. Goodbye.';

/**
 * Runs a call to a callee that answers like this. Returns it with the carrier's log: the words, and the time of the
 * beep.
 */
async function reach(
  answered_by: string,
  script: readonly (object | string)[],
  {
    prompt = 'SPEC-VOICEMAIL',
    ...settings
  }: { prompt?: string; voicemail_message?: string; call_screening?: object } = {},
) {
  const { api, connection } = service;
  const { agent } = await makeAgent(api, { prompt, actions: [], settings });
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', answered_by, script },
    wishes: { on_no_human_answer: 'leave_message', context: { name: 'Anna' } },
  });
  const ended = await api.finishedCall(call.id);
  const { events } = await getJson(`${connection.carrier_url}/simulator/calls/${ended.telephony_id}`);
  const heard: string[] = events.flatMap(
    ({ type, text, message }: { type: string; text?: string; message?: string }) => {
      if (message === 'The machine beeps.') return ['(beep)'];
      return type === 'agent_turn' || type === 'callee' ? [text] : [];
    },
  );
  return { ended, heard };
}

/** The user's tokens of language models today. */
async function tokensOfToday(): Promise<number> {
  const { body } = await service.api.get('/v1/usage');
  return body.quotas.find(({ name }: { name: string }) => name === 'model_tokens').used;
}

// A busy machine, too, has handled the greeting by the time of the beep.
const MACHINE = [{ announce: GREETING }, { wait_ms: 2000 }, { beep: true }, { wait_ms: 60_000 }];

describe('a call with leave_message', () => {
  it('leaves what the model writes, whatever the machine says meanwhile', async () => {
    const noisy = [
      ...MACHINE.slice(0, 3),
      { interrupt: 'To send it, press one.', after_words: 3 },
      { wait_ms: 60_000 },
    ];
    const before = await tokensOfToday();

    const { ended, heard } = await reach('machine_start', noisy);
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

describe('a call that is screened', () => {
  const SCREENING =
    'Hi, if you record your name and reason for calling, I will see if this person is available.';

  it('says who is calling and waits for the person', async () => {
    // The beep comes after the agent's words, however busy the machine is.
    const script = [
      { announce: SCREENING },
      { wait_ms: 10_000 },
      { beep: true },
      { say: 'Hello, Anna here.' },
    ];
    const { ended, heard } = await reach('machine_start', script, { voicemail_message: MESSAGE });

    expect(heard.filter((words) => words !== '(beep)')).toEqual([
      SCREENING,
      'This is Ada of the shop, about your order.',
      'Hello, Anna here.',
      'Good morning, Anna.',
    ]);
    expect(ended.stage_outcome).toBe('human_disconnected');
  });

  const SCREENED = {
    call_screening: { identity: 'Ada of the shop', purpose: 'About your order, ${name}.' },
    voicemail_message: MESSAGE,
  };
  const INTRODUCTION = 'Ada of the shop. About your order, Anna.';
  const scriptOf = (name: string) => KNOWN_CALLEES[name]?.script ?? [];

  it.each([
    [
      'screener',
      'machine_end_silence',
      ['screener', 'hold', 'human'],
      ['Good morning, Anna.'],
      'human_disconnected',
    ],
    [
      'screener-voicemail',
      'machine_end_silence',
      ['screener', 'hold', 'voicemail'],
      ['Hello Anna, your order is here. Goodbye.'],
      'human_unanswered',
    ],
    ['screener-unanswered', 'machine_end_silence', ['screener', 'hold', 'unavailable'], [], 'screened'],
    [
      'screener-google',
      'human',
      ['human', 'screener', 'hold', 'human'],
      ['Good morning, Anna.'],
      'human_disconnected',
    ],
  ])('%s: hears who calls and why', async (name, detected, steps, then, outcome) => {
    const { ended, heard } = await reach(detected, scriptOf(name), SCREENED);
    const said = heard.slice(heard.indexOf(INTRODUCTION) + 1);

    expect(heard.filter((words) => words === INTRODUCTION)).toHaveLength(1);
    expect(ended.answered_by_steps.map((step: { answered_by: string }) => step.answered_by)).toEqual(
      expect.arrayContaining(steps),
    );
    expect(said).toEqual(expect.arrayContaining(then));
    expect(said.filter((words) => words.startsWith('Hello Anna, your order'))).toHaveLength(
      name === 'screener-voicemail' ? 1 : 0,
    );
    expect([ended.answered_by, ended.stage_outcome]).toEqual([steps.at(-1), outcome]);
  });
});
