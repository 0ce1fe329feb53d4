import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { saidIn } from '../../support/talk.ts';
import { callUrl, relayParameters } from '../../support/vendor-urls.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ MAX_SILENCE_SECONDS: '3', MAX_MENU_SILENCE_SECONDS: '5' });
  await addModelRules(service.connection, [
    { when: { system: 'SPEC-IDLE', last_user: 'hold' }, tool_call: { name: 'set_hold' } },
    {
      when: { system: 'SPEC-IDLE', last_user: 'menu' },
      tool_call: { name: 'press_keys', arguments: { digits: '1' } },
    },
    { when: { system: 'SPEC-IDLE' }, reply: 'Tell me more.' },
  ]);
});

afterAll(() => service.close());

// The settings of a service of this test only.
const AUTH_TOKEN = 'token';
const GREETING = 'Hello, this is the shop that you ordered from.';
const SILENCE = { wait_ms: 60_000 };

async function makeAgent(settings: object): Promise<string> {
  const { id } = await service.api.created('/v1/agents/create', {
    prompt: { content: 'SPEC-IDLE' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    initial_message: GREETING,
    ...settings,
  });
  return id;
}

/** Runs a call of such an agent with a callee who does this. */
async function runCall(settings: object, script: readonly object[], behaviour: object = {}) {
  const { api, connection } = service;
  const agent = await makeAgent(settings);
  const { call } = await placeCall(connection, api, {
    agent,
    callee: { answer: 'answer', script, ...behaviour },
  });
  const ended = await api.finishedCall(call.id);
  const seconds = (Date.parse(ended.end_time) - Date.parse(ended.start_time)) / 1000;
  const lines: string[] = (ended.transcript ?? '').split('\n');
  return { ended, seconds, lines, said: await saidIn(connection, ended) };
}

const QUIET = { idle_time_seconds: 1 };
const ASKING = { ...QUIET, ask_if_human_present_on_idle: true };
const QUESTION = 'Are you still there?';
const GOODBYE = 'AGENT: Thank you. Goodbye.';

describe.concurrent('a silent callee', () => {
  // The longest test of the file comes first, so that the others run beside it.
  it('is asked and hung up on although the vendor never reports that the agent has spoken', async () => {
    const { ended, lines } = await runCall(ASKING, [SILENCE], { speaking_end: 'missing' });

    expect(lines).toEqual([`AGENT: ${GREETING}`, `AGENT: ${QUESTION}`, GOODBYE]);
    expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
  });

  it('is asked once whether they are there, and is hung up on after the silence timeout', async () => {
    const { ended, seconds, lines } = await runCall(ASKING, [SILENCE]);

    expect(lines).toEqual([`AGENT: ${GREETING}`, `AGENT: ${QUESTION}`, GOODBYE]);
    expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
    expect(seconds).toBeGreaterThan(3);
  });

  it('is hung up on without a question if the agent asks none', async () => {
    const { ended, lines } = await runCall(QUIET, [SILENCE]);

    expect(lines).toEqual([`AGENT: ${GREETING}`, GOODBYE]);
    expect(ended.stage_outcome).toBe('bot_disconnected');
  });

  it.each([
    ['counts as idle', { idle_time_seconds: 5 }, 5],
    ['would be idle in a menu', { ...QUIET, ivr_navigation_mode: 'default' }, 5],
  ])('is not hung up on before they %s', async (_, settings, least) => {
    const { seconds, lines } = await runCall(settings, [SILENCE]);

    expect(lines).toEqual([`AGENT: ${GREETING}`, GOODBYE]);
    expect(seconds).toBeGreaterThan(least);
  });

  it('is hung up on by an agent without a greeting, too', async () => {
    const { lines } = await runCall({ ...QUIET, initial_message: null }, [SILENCE]);

    expect(lines).toEqual([GOODBYE]);
  });

  it('hears the agent to its end although they press a key that nobody listens for', async () => {
    const { ended, lines } = await runCall(QUIET, [{ dtmf: '1', after_words: 2 }, SILENCE]);

    expect(lines).toEqual([`AGENT: ${GREETING}`, GOODBYE]);
    expect(ended.stage_outcome).toBe('bot_disconnected');
  });

  it('is hung up on when the agent had no answer to their last words', async () => {
    const { lines } = await runCall({ ...QUIET, actions: [{ type: 'action_dtmf' }] }, [
      { say: 'a menu' },
      SILENCE,
    ]);

    expect(lines).toEqual([`AGENT: ${GREETING}`, 'HUMAN: a menu', GOODBYE]);
  });
});

describe.concurrent('a callee who speaks', () => {
  it('starts a new silence timeout', async () => {
    const { api, connection } = service;
    // They answer before the goodbye, which comes four seconds after the question, also on a busy machine.
    const agent = await makeAgent({ ...ASKING, idle_time_seconds: 4 });
    const { call } = await placeCall(connection, api, { agent, callee: { interactive: true, script: [] } });
    const { telephony_id } = await api.callWhen(call.id, ({ status }) => status === 'in_progress');
    const url = `${connection.carrier_url}/simulator/calls/${telephony_id}`;
    for (const times of [1, 2]) {
      await until(`question ${times}`, async () => {
        const { events } = await getJson(url);
        const turns = events.filter(({ type }: { type: string }) => type === 'agent_turn');
        return (
          turns.filter(({ text }: { text: string }) => text === QUESTION).length === times || {
            waitingFor: turns,
          }
        );
      });
      await fetch(`${url}/say`, { method: 'POST', body: JSON.stringify({ say: 'here I am' }) });
    }

    const { transcript } = await api.finishedCall(call.id);

    const answered = [`AGENT: ${QUESTION}`, 'HUMAN: here I am', 'AGENT: Tell me more.'];
    const lines = [`AGENT: ${GREETING}`, ...answered, ...answered, `AGENT: ${QUESTION}`, GOODBYE];
    expect(transcript.split('\n')).toEqual(lines);
  });

  it('may be silent for longer on hold', async () => {
    const actions = [{ type: 'action_set_hold' }];
    const script = [{ say: 'please hold' }, { wait_ms: 5000 }, { say: 'hello again' }];

    // The question would come after two seconds, and the goodbye after four.
    const { said } = await runCall({ ...ASKING, idle_time_seconds: 2, actions }, script);

    expect(said).toEqual([
      `AGENT: ${GREETING}`,
      'HUMAN: please hold',
      'AGENT: All right, I will wait.',
      'HUMAN: hello again',
      'AGENT: Tell me more.',
    ]);
  });
});

describe.concurrent('a greeting that ends before its conversation is set up', () => {
  it('is followed by silence checks, too', async () => {
    const { api, connection } = service;
    const callee = { answer: 'answer', ring_ms: 1_000_000 };
    const { call } = await placeCall(connection, api, { agent: await makeAgent(ASKING), callee });
    const { telephony_id: callSid } = await api.callWhen(call.id, ({ telephony_id }) =>
      Boolean(telephony_id),
    );
    const status = callUrl(connection, call, 'status');
    const form = { CallSid: callSid, CallStatus: 'in-progress' };
    const answered = await fetch(status, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(AUTH_TOKEN, status, form) },
    });
    const signature = getExpectedTwilioSignature(AUTH_TOKEN, connection.websocket_url, {});
    const socket = new WebSocket(connection.websocket_url, { headers: { 'x-twilio-signature': signature } });
    await once(socket, 'open');

    socket.send(JSON.stringify({ type: 'info', name: 'agentSpeaking', value: 'off' }));
    // The service neither logs nor answers it, so only time shows that it came first.
    await wait(500);
    const customParameters = relayParameters(call);
    socket.send(JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, customParameters }));
    const [frame] = await once(socket, 'message');
    socket.close();

    expect(answered.status).toBe(200);
    expect(JSON.parse(String(frame))).toEqual({ type: 'text', token: QUESTION, last: true });
    await api.post(`/v1/calls/end?id=${call.id}`);
  });
});
