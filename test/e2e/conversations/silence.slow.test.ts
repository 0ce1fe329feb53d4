import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, placeCall } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { saidIn } from '../../support/talk.ts';

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
});
