import { beforeAll, describe, expect, inject, it } from 'vitest';
import { addModelRules, newNumber, setCallee } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { storedText } from '../../support/service/stored-text.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const secondApi = new Api(connection.base_url, connection.second_access_token);
const { phone_number: from_number } = connection;
const NEVER_AGAIN = { say: 'never call me again' };
let agent: string;

beforeAll(async () => {
  await addModelRules(connection, [
    { when: { system: 'SPEC-DNC', last_user: 'in a hurry' }, tool_call: report, first_token_ms: 2000 },
    { when: { system: 'SPEC-DNC', last_user: 'politely' }, reply: 'So be it. Farewell.', tool_call: report },
    { when: { system: 'SPEC-DNC', last_user: 'never' }, tool_call: report },
    { when: { system: 'SPEC-DNC' }, reply: 'I see.' },
  ]);
  agent = await detectingAgent(api);
});

const report = { name: 'report_do_not_call', only_if_offered: true };

async function detectingAgent(user: Api, changes: object = {}): Promise<string> {
  const { id } = await user.created('/v1/agents/create', {
    prompt: { content: 'SPEC-DNC' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    run_do_not_call_detection: true,
    ...changes,
  });
  return id;
}

/** Calls a callee who says this, and then waits for the hang-up. */
async function callWho(says: readonly object[], wishes: object = {}) {
  const to_number = newNumber();
  await setCallee(connection, to_number, { answer: 'answer', script: says });
  const call = await api.created('/v1/calls/create', { from_number, to_number, agent, ...wishes });
  return { ended: await api.finishedCall(call.id), to_number };
}

const WAITING = { wait_ms: 20_000 };

// On its own, because it hangs up while the model thinks.
it('a callee who makes a do-not-call request may interrupt the promise', async () => {
  const to_number = newNumber();
  const script = [{ say: 'never again, I am in a hurry' }];
  await setCallee(connection, to_number, { answer: 'answer', interactive: true, script });
  const { id } = await api.created('/v1/calls/create', { from_number, to_number, agent });
  const { telephony_id } = await api.callWhen(id, (call) => call.telephony_id !== undefined);
  await until('the question to the model', async () => {
    const asked = await getJson(`${new URL(connection.model_url).origin}/simulator/requests`);
    return JSON.stringify(asked).includes('in a hurry') || { waitingFor: 'it' };
  });
  const url = `${connection.carrier_url}/simulator/calls/${telephony_id}/say`;
  await fetch(url, { method: 'POST', body: JSON.stringify({ hang_up: true }) });
  const ended = await api.finishedCall(id);

  const listed = await api.callWhen(id, ({ do_not_call_result }) => do_not_call_result);

  expect(ended.do_not_call_result).toBe(false);
  expect(listed).toMatchObject({ stage_outcome: 'human_disconnected', do_not_call_result: true });
  expect(listed.transcript).toBe('HUMAN: never again, I am in a hurry');
});

describe.concurrent('a callee who makes a do-not-call request', () => {
  // First, because it waits for longest.
  it('is not called by an earlier schedule', async () => {
    const to_number = newNumber();
    await setCallee(connection, to_number, { answer: 'answer', script: [NEVER_AGAIN, WAITING] });
    const scheduled_at = new Date(Date.now() + 20_000).toISOString();
    const later = await api.created('/v1/calls/create', { from_number, to_number, agent, scheduled_at });
    const now = await api.created('/v1/calls/create', { from_number, to_number, agent });

    expect(await api.finishedCall(now.id)).toMatchObject({ do_not_call_result: true });
    const ended = await api.finishedCall(later.id);

    expect(ended).toMatchObject({
      status: 'error',
      stage_outcome: 'call_did_not_connect',
      error_message: 'This number is on your do-not-call list; set override_do_not_call to call it anyway.',
    });
    expect(ended).not.toHaveProperty('telephony_id');
  });

  it('hears the promise, after which the agent hangs up, and is not called again', async () => {
    const { ended, to_number } = await callWho([NEVER_AGAIN, WAITING]);
    const again = await api.post('/v1/calls/create', { from_number, to_number, agent });
    const theirs = await secondApi.post('/v1/calls/create', {
      from_number: '+15550003333',
      to_number,
      agent: await detectingAgent(secondApi),
    });

    expect(ended).toMatchObject({
      status: 'ended',
      stage_outcome: 'bot_disconnected',
      do_not_call_result: true,
      transcript: 'HUMAN: never call me again\nAGENT: I understand: you will not be called again. Goodbye.',
    });
    const { body: checked } = await api.get(
      `/v1/do_not_call/check?phone_number=${encodeURIComponent(to_number)}`,
    );

    expect(checked.entry).toMatchObject({
      ...{ source: 'call', call_id: ended.id, listed_at: expect.any(String), removed_at: null },
      reason: 'Asked in a call not to be called again.',
    });
    expect(again.status).toBe(409);
    expect(again.body.detail).toEqual([
      { loc: ['body', 'to_number'], msg: expect.stringContaining('override'), type: 'do_not_call' },
    ]);
    expect(theirs.status).toBe(200);
  });

  it('leaves no trace of the request if the call is HIPAA-compliant', async () => {
    const { ended, to_number } = await callWho([{ say: 'never again, by jupiter' }, WAITING], {
      hipaa_compliant: true,
    });
    const again = await api.post('/v1/calls/create', { from_number, to_number, agent });

    expect(ended).toMatchObject({ stage_outcome: 'bot_disconnected', do_not_call_result: true });
    expect(again.status).toBe(409);
    // The conversation is deleted right after the end of the call is stored.
    await until('the conversation to be deleted', async () => {
      const stored = await storedText(connection);
      return !stored.includes('jupiter') || { waitingFor: 'its deletion' };
    });
  });
});
