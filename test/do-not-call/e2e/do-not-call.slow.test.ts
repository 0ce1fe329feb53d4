import { expect, it } from 'vitest';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { api, connection, otherApi } from '../../support/service/shared-api.ts';

const { phone_number: from_number } = connection;

it('a callee who makes a do-not-call request hears the promise, and is not called again, also by an earlier schedule', async () => {
  const report = { name: 'report_do_not_call', only_if_offered: true };
  await addModelRules(connection, [{ when: { system: 'SPEC-DNC', last_user: 'never' }, tool_call: report }]);
  const plan = { prompt: 'SPEC-DNC', actions: [], settings: { run_do_not_call_detection: true } };
  const [{ agent }, { agent: theirs }] = await Promise.all([makeAgent(api, plan), makeAgent(otherApi, plan)]);
  const to_number = newNumber();
  await setCallee(connection, to_number, { script: [{ say: 'never call me again' }, { wait_ms: 20_000 }] });
  const body = { from_number, to_number, agent: agent.id };
  const scheduled_at = new Date(Date.now() + 20_000).toISOString();

  const later = await api.created('/v1/calls/create', { ...body, scheduled_at });
  const { id } = await api.created('/v1/calls/create', body);
  const ended = await api.finishedCall(id);
  const again = await api.post('/v1/calls/create', body);
  const ofOthers = { from_number: '+15550003333', to_number, agent: theirs.id };
  const { status } = await otherApi.post('/v1/calls/create', ofOthers);
  const { body: checked } = await api.get(
    `/v1/do_not_call/check?phone_number=${encodeURIComponent(to_number)}`,
  );
  const undialed = await api.finishedCall(later.id);

  expect(ended).toMatchObject({
    status: 'ended',
    stage_outcome: 'bot_disconnected',
    do_not_call_result: true,
    transcript: 'HUMAN: never call me again\nAGENT: I understand: you will not be called again. Goodbye.',
  });
  expect(checked.entry).toMatchObject({
    ...{ source: 'call', call_id: id, listed_at: expect.any(String), removed_at: null },
    reason: 'Asked in a call not to be called again.',
  });
  expect(again.status).toBe(409);
  expect(again.body.detail).toEqual([
    { loc: ['body', 'to_number'], msg: expect.stringContaining('override'), type: 'do_not_call' },
  ]);
  expect(status).toBe(200);
  expect(undialed).toMatchObject({
    status: 'error',
    stage_outcome: 'call_did_not_connect',
    error_message: 'This number is on your do-not-call list; set override_do_not_call to call it anyway.',
  });
  expect(undialed).not.toHaveProperty('telephony_id');
});
