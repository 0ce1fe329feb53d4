import { beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCallsTo, finishedCarrierCallsTo, hangUp } from '../../support/service/shared-carrier.ts';

beforeAll(() =>
  addModelRules(connection, [
    {
      when: { system: 'SPEC-CONFERENCE', last_user: 'together' },
      tool_call: { name: 'add_to_conference', arguments: { reason: 'sales' }, only_if_offered: true },
    },
    { when: { system: 'SPEC-CONFERENCE', last_user: 'leave' }, tool_call: { name: 'end_conversation' } },
    { when: { system: 'SPEC-CONFERENCE' }, reply: 'Here I am.' },
  ]),
);

/** Begins a call of an agent with this number for a conference, and a callee who behaves like this. */
async function begin(further: string, callee: object) {
  const conference = { type: 'action_add_to_conference', config: { phone_number: further } };
  const actions = [conference, { type: 'action_end_conversation' }];
  const { agent } = await makeAgent(api, { prompt: 'SPEC-CONFERENCE', actions });
  return placeCall(connection, api, { agent: agent.id, callee: { answer: 'answer', ...callee } });
}

/** The call once the vendor has reported the conference, and that the participant answered. */
const connected = (id: string) =>
  api.callWhen(
    id,
    ({ stage, telephony_metadata: told }) =>
      stage === 'transfer_successful' &&
      told.conference_sid !== undefined &&
      told.transfer_call_status === 'in-progress',
  );

const wordsOf = ({ transcript }: Answer['body']) => JSON.stringify(transcript);

const linesOf = ({ transcript }: { transcript: string }) => transcript.split('\n');
/** The callee waits for the participant, or for the agent to hang up. */
const WAITING = { until: 'relay_ended' };
const TOGETHER = { say: 'let us talk together' };
const CONNECTING = ['HUMAN: let us talk together', 'AGENT: One moment, I am connecting you.'];

describe('a conference', () => {
  it('has the callee wait for the participant, and connects both', async () => {
    const further = newNumber();
    await setCallee(connection, further, { interactive: true, script: [{ say: 'Sales here.' }] });

    const { call, to } = await begin(further, {
      interactive: true,
      script: [TOGETHER, WAITING, { say: 'good morning, sales' }],
    });
    const { telephony_id } = await connected(call.id);
    await until('the words of both', async () => {
      const said = [await carrierCallsTo(further), await carrierCallsTo(to)].flat().map(wordsOf).join();
      return (said.includes('Sales here.') && said.includes('good morning, sales')) || { waitingFor: said };
    });
    await hangUp(telephony_id);
    const ended = await api.finishedCall(call.id);
    const [[theirs, ...others], [callees]] = [
      await finishedCarrierCallsTo(further),
      await finishedCarrierCallsTo(to),
    ];

    expect(linesOf(ended)).toEqual(CONNECTING);
    expect(ended).toMatchObject({
      status: 'ended',
      stage: 'transfer_successful',
      stage_outcome: 'transfer_disconnected',
      telephony_metadata: {
        call_sid: callees.sid,
        transfer_call_sid: theirs.sid,
        conference_sid: expect.stringMatching(/^CF/),
      },
      actions_taken: [{ type: 'action_add_to_conference', input: { reason: 'sales' }, after_messages: 1 }],
    });
    expect(others).toEqual([]);
    expect(theirs).toMatchObject({ from: connection.phone_number, status: 'completed' });
    expect(JSON.stringify(theirs.transcript)).toContain('Sales here.');
    expect(JSON.stringify(callees.transcript)).toContain('good morning, sales');
  });

  it.each([
    ['busy', 'busy', 'busy'],
    ['reject-request', 'failed', 'invalid_number'],
    ['lose-answer', undefined, 'vendor_error'],
  ])('without a participant (%s) returns the callee to the agent, who remembers the conversation', async (answer, status, failure_reason) => {
    const further = newNumber();
    await setCallee(connection, further, { answer, duplicate_callbacks: true });

    // The agent ends the call, once its last words are stored as heard: a hang-up may overtake the report of them.
    const script = [TOGETHER, WAITING, { say: 'hello again' }, { say: 'I leave you' }, WAITING];
    const { call } = await begin(further, { script });
    const ended = await api.finishedCall(call.id);
    const theirs = await finishedCarrierCallsTo(further);

    expect(linesOf(ended)).toEqual([
      ...CONNECTING,
      'AGENT: I am sorry, nobody could be reached there. Is there anything else I can do for you?',
      'HUMAN: hello again',
      'AGENT: Here I am.',
      'HUMAN: I leave you',
      'AGENT: Thank you. Goodbye.',
    ]);
    expect(ended).toMatchObject({ stage: 'picked_up', stage_outcome: 'bot_disconnected' });
    expect(ended.transfer_attempts).toMatchObject([{ phone_number: further, failure_reason }]);
    if (status) expect(ended.telephony_metadata.transfer_call_status).toBe(status);
    expect(ended.telephony_metadata).not.toHaveProperty('conference_sid');
    for (const { transcript } of theirs) expect(transcript).toEqual([]);
  });

  it.each([
    ['hangs up', (_: string, sid: string) => hangUp(sid)],
    ['is hung up on', (id: string) => api.post(`/v1/calls/end?id=${id}`)],
  ])('stops ringing the participant when the callee %s', async (_, act) => {
    const further = newNumber();
    await setCallee(connection, further, { answer: 'answer', ring_ms: 1_000_000 });

    const { call } = await begin(further, { interactive: true, script: [TOGETHER] });
    const { telephony_id } = await api.callWhen(
      call.id,
      ({ telephony_metadata, stage }) =>
        stage === 'transfer_started' && telephony_metadata?.transfer_call_status === 'ringing',
    );
    await act(call.id, telephony_id);
    const ended = await api.finishedCall(call.id);
    // It would ring for a quarter of an hour.
    const theirs = await finishedCarrierCallsTo(further);

    expect(ended).toMatchObject({ stage: 'transfer_started', stage_outcome: 'transfer_unanswered' });
    expect(theirs).toMatchObject([{ transcript: [] }]);
  });
});
