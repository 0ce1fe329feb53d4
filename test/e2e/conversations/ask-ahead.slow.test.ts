import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { awaitModelRequests, type ModelRequest } from '../../support/peers/model.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { Api, getJson } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** Real milliseconds after which the carrier ends a turn: enough for a busy machine to ask ahead. */
const END_POINTING_MS = 2_500;

/** Turns that end as expected. A machine may be too busy, or its functions too cold, to ask ahead in one of them. */
const TUESDAYS = ['On Tuesday for one.', 'On Tuesday for two.', 'On Tuesday for three.'];

/** The callee's last words. No test looks at their answer: the callee's hang-up may overtake the report of it. */
const LAST = 'See you.';

/** What the carrier logs of a call. */
interface Logged {
  readonly type: string;
  readonly at: string;
  readonly direction?: string;
  readonly frame?: { readonly type: string; readonly voicePrompt?: string; readonly last?: boolean };
}

/**
 * The call that all tests examine: of an agent that asks ahead, with a callee who finishes, corrects themselves, and is
 * cut off.
 */
let log: readonly Logged[];
let transcript: string;
let turns: readonly object[];
let asked: readonly ModelRequest[];

beforeAll(async () => {
  const rule = (last_user: string, reply: string) => ({
    when: { system: 'SPEC-AHEAD', last_user },
    reply,
    first_token_ms: 200,
  });
  await addModelRules(connection, [
    rule('^on tuesday', 'Tuesday is free. At what time?'),
    rule('^at three', 'Three is taken. Another time?'),
    rule('^at four', 'Four is free. Gladly.'),
    rule('^never', 'This was never final.'),
    rule('^goodbye', 'Goodbye to you.'),
  ]);
  const { agent } = await makeAgent(api, {
    settings: {
      prompt: { content: 'SPEC-AHEAD' },
      // As long as an agent can wait: on a busy machine, the final words may be handled late.
      turn_taking: { ask_ahead: true, longest_silence_ms: 5_000 },
    },
  });
  const script = [
    ...TUESDAYS.map((say) => ({ say })),
    { say: 'At three.', final_words: 'At four.' },
    { say: 'Never mind', never_final: true },
    { say: 'Goodbye.' },
    { say: LAST },
  ];
  const callee = { answer: 'answer', script, end_pointing_ms: END_POINTING_MS, patience_ms: 60_000 };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const finished = await api.finishedCall(call.id);
  [transcript] = finished.transcript.split(`\nHUMAN: ${LAST}`);
  ({ body: turns } = await api.get(`/v1/calls/turns?id=${call.id}`));
  const { call_sid: sid } = finished.telephony_metadata;
  log = (await getJson(`${connection.carrier_url}/simulator/calls/${sid}`)).events;
  asked = await awaitModelRequests(connection, 'SPEC-AHEAD', 4);
}, 120_000);

const requestsWith = (words: string) =>
  asked.filter(({ body }) => String(body.messages.at(-1)?.content).toLowerCase().startsWith(words));

const finalPrompt = (words: string) =>
  log.find(({ direction, frame }) => direction === 'sent' && frame?.last && frame.voicePrompt === words);

describe('a call of an agent that asks ahead', () => {
  it('answers with the response to a request from before the words were final', () => {
    const isAskedAhead = TUESDAYS.map((words) => {
      const finalMs = Date.parse(finalPrompt(words)?.at ?? '');
      const whole = requestsWith(words.slice(0, -1).toLowerCase()).filter(({ finished_at }) => finished_at);
      return whole.length === 1 && whole.every(({ received_at }) => Date.parse(received_at) < finalMs);
    });

    expect(isAskedAhead).toContain(true);
    for (const words of TUESDAYS)
      expect(transcript).toContain(`HUMAN: ${words}\nAGENT: Tuesday is free. At what time?`);
  });

  it('answers anew if the final words differ, and the dropped answer is never heard', () => {
    expect(requestsWith('at four')).toHaveLength(1);
    expect(transcript).toContain('HUMAN: At four.\nAGENT: Four is free. Gladly.');
    expect(JSON.stringify(log)).not.toContain('Three is taken');
  });

  it('asks again for words that never become final, and goes on', () => {
    expect(transcript).toContain(
      `HUMAN: Never mind\nAGENT: ${PHRASES.en.trouble}\nHUMAN: Goodbye.\nAGENT: Goodbye to you.`,
    );
    expect(JSON.stringify(log)).not.toContain('This was never final');
    expect(turns.filter((turn) => 'never_final' in turn)).toMatchObject([
      { sender: 'human', text: 'Never mind', never_final: true },
    ]);
  });

  it('stores each turn once', () => {
    expect(transcript.match(/HUMAN:/g)).toHaveLength(TUESDAYS.length + 3);
    expect(transcript.match(/AGENT:/g)).toHaveLength(TUESDAYS.length + 3);
  });
});
