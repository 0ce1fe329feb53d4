import { beforeAll, describe, expect, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import type { Answer } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCallsTo, finishedCarrierCallsTo } from '../../support/service/shared-carrier.ts';

/** Part of the prompt for the model that writes the whisper. */
const WRITER = 'about to be transferred';
const ABOUT = 'The caller asks about order seven.';
const QUESTION = 'To take the call, press 1. To decline it, press any other key.';

beforeAll(() =>
  addModelRules(connection, [
    { when: { system: WRITER }, reply: `<b>${ABOUT}</b>` },
    { when: { system: 'SPEC-WARM', last_user: 'connect' }, tool_call: { name: 'transfer_call' } },
    { when: { system: 'SPEC-WARM', last_user: 'leave' }, tool_call: { name: 'end_conversation' } },
    { when: { system: 'SPEC-WARM' }, reply: 'Here I am.' },
  ]),
);

/** The callee says nothing more to the agent. */
const UNTIL_HANDED_ON = { until: 'relay_ended' };
const TAKES_IT = { answer: 'answer', script: [{ dtmf: '1' }, { say: 'Sales here.' }, { wait_ms: 100 }] };

/** Places a call of an agent that transfers to people who behave like this, in their order. */
async function begin(
  people: readonly object[],
  { lines = [] as readonly object[], warm = {}, numbers = people.map(newNumber) } = {},
) {
  await Promise.all(people.map((person, index) => setCallee(connection, numbers[index] ?? '', person)));
  const [phone_number, ...further_phone_numbers] = numbers;
  const agent = await api.created('/v1/agents/create', {
    prompt: { content: 'SPEC-WARM' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    actions: [
      {
        type: 'action_transfer_call',
        config: { phone_number, warm_transfer: { further_phone_numbers, ...warm } },
      },
      { type: 'action_end_conversation' },
    ],
  });
  const callee = { answer: 'answer', script: lines };
  const { call, to } = await placeCall(connection, api, { agent: agent.id, callee });
  return { call, to, numbers };
}

const textsOf = ({ transcript }: Answer['body']) => transcript.map(({ text }: { text: string }) => text);
const reasonsOf = ({ transfer_attempts = [] }: Answer['body']) =>
  transfer_attempts.map((attempt: { failure_reason?: string; connected_at?: string }) =>
    attempt.connected_at === undefined ? attempt.failure_reason : 'connected',
  );
const CONNECT = { say: 'please connect me' };
const GREETS = { say: 'good morning, sales' };

describe.concurrent('a warm transfer', () => {
  it('tells each person what the call is about until one accepts it with a key', async () => {
    const people = [
      { answer: 'busy', duplicate_callbacks: true },
      { answer: 'answer', script: [{ dtmf: '3' }], duplicate_callbacks: true },
      TAKES_IT,
    ];
    const { call, to, numbers } = await begin(people, { lines: [CONNECT, UNTIL_HANDED_ON, GREETS] });

    const ended = await api.finishedCall(call.id);
    const [[declined], [taken], [callers]] = [
      await finishedCarrierCallsTo(numbers[1] ?? ''),
      await finishedCarrierCallsTo(numbers[2] ?? ''),
      await finishedCarrierCallsTo(to),
    ];

    expect(reasonsOf(ended)).toEqual(['busy', 'declined', 'connected']);
    expect(ended).toMatchObject({
      stage: 'transfer_successful',
      stage_outcome: 'transfer_disconnected',
      transfer_attempts: numbers.map((phone_number) => ({ phone_number })),
      telephony_metadata: { transfer_call_sid: taken.sid },
      transcript: 'HUMAN: please connect me\nAGENT: One moment, I am connecting you.',
    });
    expect(textsOf(declined)).toEqual([`${ABOUT} ${QUESTION}`, QUESTION]);
    expect(textsOf(taken)).toEqual([`${ABOUT} ${QUESTION}`, QUESTION, 'Sales here.']);
    expect(taken.from).toBe(connection.phone_number);
    // The caller hears none of it.
    expect(textsOf(callers)).not.toContain(`${ABOUT} ${QUESTION}`);
    expect(textsOf(callers)).toContain('good morning, sales');
  });

  it('returns the caller to the agent, who knows why, if nobody accepts the call', async () => {
    const people = [
      { answer: 'answer', answered_by: 'machine_start', script: [], interactive: true },
      { answer: 'answer', script: [{ say: 'Hello? Who is there?' }] },
      { answer: 'answer', script: [{ hang_up: true }] },
      { answer: 'reject-request' },
    ];
    const lines = [CONNECT, UNTIL_HANDED_ON, { say: 'and now?' }, { say: 'I leave you' }, UNTIL_HANDED_ON];
    const { call } = await begin(people, { lines, warm: { whisper: 'Somebody from the shop.' } });

    const ended = await api.finishedCall(call.id);
    const asked = await modelRequests(connection, 'and now?');

    expect(reasonsOf(ended)).toEqual(['machine', 'no_answer', 'declined', 'invalid_number']);
    expect(ended.stage).toBe('picked_up');
    expect(ended.transcript.split('\n').slice(2)).toEqual([
      'AGENT: I am sorry, nobody could be reached there. Is there anything else I can do for you?',
      'HUMAN: and now?',
      'AGENT: Here I am.',
      'HUMAN: I leave you',
      'AGENT: Thank you. Goodbye.',
    ]);
    const output = { failure_reason: 'invalid_number', numbers_tried: 4 };
    expect(ended.actions_taken[0]).toMatchObject({ type: 'action_transfer_call', output });
    expect(JSON.stringify(asked.at(-1)?.body)).toContain(JSON.stringify(JSON.stringify(output)).slice(1, -1));
  });

  it('never calls a number of the call itself, or one on the do-not-call list', async () => {
    const unwanted = newNumber();
    await api.created('/v1/do_not_call/add', { phone_numbers: [unwanted], reason: 'Asked.' });
    const numbers = [connection.phone_number, unwanted, newNumber()];
    await setCallee(connection, numbers[2] ?? '', TAKES_IT);

    const { call } = await begin([], { numbers, lines: [CONNECT, UNTIL_HANDED_ON, GREETS] });
    const ended = await api.finishedCall(call.id);

    expect(reasonsOf(ended)).toEqual(['invalid_number', 'invalid_number', 'connected']);
    expect(await finishedCarrierCallsTo(unwanted)).toEqual([]);
    // Other tests call this number, too, but none transfers a call to it.
    const own = await carrierCallsTo(connection.phone_number);
    expect(own.filter(({ direction }) => direction === 'outbound-dial')).toEqual([]);
  });
});
