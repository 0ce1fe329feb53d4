// A disclosure is heard first and whole, whoever answers and whatever they say meanwhile.
import { KNOWN_CALLEES } from 'vendor-simulators/carrier/callees/known-callees.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { saidIn } from '../../support/talk.ts';

beforeAll(() =>
  addModelRules(connection, [
    { when: { system: 'SPEC-DISCLOSURE', last_user: 'Anna' }, reply: 'Good morning, Anna.' },
    { when: { system: 'SPEC-DISCLOSURE' }, reply: 'I see.' },
  ]),
);

const TOLD = 'This is the assistant of Example Ltd. I am a machine, and this call is recorded.';
const MESSAGE = 'Your order is here. Goodbye.';
const INTRODUCTION = 'Ada of the shop. About an order.';

/** Runs a call to this callee. Returns what was heard at the carrier, and the evidence. */
async function reach(callee: object) {
  const { agent } = await makeAgent(api, {
    prompt: 'SPEC-DISCLOSURE',
    initialMessage: 'How are you?',
    settings: {
      disclosure: 'This is the assistant of ${company}. I am a machine, and this call is recorded.',
      call_screening: { identity: 'Ada of the shop', purpose: 'About an order' },
      voicemail_message: MESSAGE,
    },
  });
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', ...callee },
    wishes: { on_no_human_answer: 'leave_message', context: { company: 'Example Ltd' } },
  });
  const ended = await api.finishedCall(call.id);
  const { body: evidence } = await api.get(`/v1/calls/evidence?id=${call.id}`);
  return { ended, evidence, said: await saidIn(connection, ended) };
}

const ofAgent = (said: readonly string[]) => said.filter((line) => line.startsWith('AGENT: '));
const WHOLE = { at: expect.stringMatching(/^2\d.*Z$/), complete: true, words: TOLD };

describe('a disclosure', () => {
  it('is heard whole before all else, though the contact talks over it', async () => {
    const script = [
      { interrupt: 'Hello? Who is this?', after_words: 3 },
      { say: 'Fine.' },
      { wait_ms: 5000 },
    ];

    const { ended, evidence, said } = await reach({ script });

    expect(ofAgent(said)).toEqual([`AGENT: ${TOLD} How are you?`, 'AGENT: I see.', 'AGENT: I see.']);
    expect(ended.transcript).toContain('HUMAN: Hello? Who is this?');
    expect(evidence.disclosures).toEqual([WHOLE]);
  });

  it('is heard whole by a contact who asks in it not to be called again, and is told so', async () => {
    const script = [{ interrupt: 'Please stop calling me.', after_words: 3 }, { wait_ms: 60_000 }];

    const { ended, evidence, said } = await reach({ script });

    expect(ofAgent(said)).toEqual([`AGENT: ${TOLD} How are you?`, `AGENT: ${PHRASES.en.not_called_again}`]);
    expect(ended.stage_outcome).toBe('bot_disconnected');
    expect(evidence).toMatchObject({ disclosures: [WHOLE], stopped_at: expect.any(String) });
  });

  it('is said again, whole, to the person whom a call screener connects', async () => {
    const { script = [], ...screener } = KNOWN_CALLEES.screener ?? {};
    const impatient = [...script.slice(0, -1), { interrupt: 'Oh, well.', after_words: 3 }, { wait_ms: 5000 }];

    const { evidence, said } = await reach({ ...screener, script: impatient });
    const toAnna = said.slice(said.indexOf('HUMAN: Hello, this is Anna. What is it about?') + 1);

    expect(ofAgent(said)).toContain(`AGENT: ${INTRODUCTION}`);
    expect(ofAgent(toAnna)).toEqual([`AGENT: ${TOLD} Good morning, Anna.`, 'AGENT: I see.']);
    expect(evidence.disclosures).toEqual([WHOLE, WHOLE]);
  });

  it('comes before a message for a voicemail', async () => {
    const { evidence, said } = await reach(KNOWN_CALLEES.voicemail ?? {});

    expect(said.at(-1)).toBe(`AGENT: ${TOLD} ${MESSAGE}`);
    expect(evidence.disclosures.at(-1)).toEqual(WHOLE);
  });
});
