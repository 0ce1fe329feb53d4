// Callers act at the wrong moment: the caller hears something sensible soon, and the record shows what happened.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { addModelRules, makeAgent, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import { Api, getJson } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** Milliseconds within which a caller hears something. */
const PATIENCE_MS = 3_000;

/** The caller leaves it to the agent to hang up, which it does once its last words are stored as heard. */
const UNTIL_HUNG_UP = { until: 'relay_ended' };

beforeAll(() =>
  addModelRules(connection, [
    { when: { system: 'SPEC-FAULTS', last_user: 'please hold' }, tool_call: { name: 'set_hold' } },
    { when: { system: 'SPEC-FAULTS', last_user: 'connect' }, tool_call: { name: 'transfer_call' } },
    { when: { system: 'SPEC-FAULTS', last_user: 'leave' }, tool_call: { name: 'end_conversation' } },
    { when: { system: 'SPEC-FAULTS', last_user: '^\\[keys 5\\]$' }, reply: 'Back with you.' },
    { when: { system: 'SPEC-FAULTS' }, reply: 'Here I am.' },
  ]),
);

/** Runs a call. Returns its outcome, and the milliseconds that the caller waited for words after each of their own. */
async function runCall(
  script: readonly object[],
  { actions = [] as readonly object[], settings = {} as object } = {},
) {
  const { agent } = await makeAgent(api, {
    prompt: 'SPEC-FAULTS',
    settings: { dtmf_input: {}, ...settings },
    actions: [{ type: 'action_set_hold' }, { type: 'action_end_conversation' }, ...actions],
  });
  const behaviour = { answer: 'answer', script, patience_ms: 20_000 };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee: behaviour });
  const ended = await api.finishedCall(call.id);
  const url = `${connection.carrier_url}/simulator/calls/${ended.telephony_metadata.call_sid}`;
  const { events } = await getJson(url);
  const lines: string[] = (ended.transcript ?? '').split('\n');
  return { ended, lines, waits: waitsIn(events) };
}

interface Logged {
  readonly at: string;
  readonly direction?: string;
  readonly frame?: { readonly type: string; readonly last?: boolean; readonly digit?: string };
}

/** Milliseconds from the end of each turn of the caller to the next words for them. */
function waitsIn(events: readonly Logged[]): number[] {
  return events.flatMap(({ at, direction, frame }, index) => {
    const isOver =
      (frame?.type === 'prompt' && frame.last) || (frame?.type === 'dtmf' && frame.digit === '#');
    if (direction !== 'sent' || !isOver) return [];
    const answer = events.slice(index).find((event) => event.frame?.type === 'text');
    return [answer ? Date.parse(answer.at) - Date.parse(at) : Number.POSITIVE_INFINITY];
  });
}

describe('keys', () => {
  it('in a hold bring the agent back', async () => {
    const { lines, waits } = await runCall([
      { say: 'please hold' },
      { dtmf: '5#' },
      { say: 'I leave' },
      UNTIL_HUNG_UP,
    ]);

    expect(lines).toEqual([
      'HUMAN: please hold',
      `AGENT: ${PHRASES.en.holding}`,
      'HUMAN: [keys 5]',
      'AGENT: Back with you.',
      'HUMAN: I leave',
      `AGENT: ${PHRASES.en.goodbye}`,
    ]);
    expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS);
  });

  it('in a transfer stay between the connected parties: no record has them, and they interrupt nothing', async () => {
    const number = newNumber();
    await setCallee(connection, number, { answer: 'answer', script: [{ say: 'Sales here.' }] });

    const { ended, lines, waits } = await runCall(
      [{ say: 'connect me' }, { until: 'relay_ended' }, { dtmf: '5#' }, { wait_ms: 100 }],
      { actions: [{ type: 'action_transfer_call', config: { phone_number: number } }] },
    );

    expect(ended).toMatchObject({ stage: 'transfer_successful', stage_outcome: 'transfer_disconnected' });
    expect(lines).toEqual(['HUMAN: connect me', `AGENT: ${PHRASES.en.connecting}`]);
    expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS);
  });
});

describe('final words that differ from the ones before in the last word', () => {
  it('are answered, and no others', async () => {
    const { ended, lines, waits } = await runCall(
      [{ say: 'Do come at three.', final_words: 'Do come at four.' }, { say: 'I leave' }, UNTIL_HUNG_UP],
      { settings: { turn_taking: { ask_ahead: true } } },
    );
    const { body: turns } = await api.get(`/v1/calls/turns?id=${ended.id}`);

    expect(lines).toEqual([
      'HUMAN: Do come at four.',
      'AGENT: Here I am.',
      'HUMAN: I leave',
      `AGENT: ${PHRASES.en.goodbye}`,
    ]);
    expect(turns.map(({ text }: { text?: string }) => text ?? '')).not.toContain('Do come at three.');
    expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS);
  });
});
