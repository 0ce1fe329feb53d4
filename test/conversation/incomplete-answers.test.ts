// What the contact hears, and which tools run, if a model's answer is incomplete, empty or invalid.
import { afterAll, expect, it } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import { MemoryStore } from '../../lambdas/conversation/store/memory-store.ts';
import { answerTurn } from '../../lambdas/conversation/turn/answer-turn.ts';
import { TurnTimes } from '../../lambdas/conversation/turn/turn-times.ts';
import { openAiCompatibleModel } from '../../lambdas/vendors/llm/openai/openai-model.ts';
import { Peer } from '../support/peer.ts';
import { ACTION, knownCall, session, USER } from '../support/records.ts';
import { calls, chunk, ends, says } from '../vendors/llm/streams.ts';

/** The streams of the next requests, and the requests so far. */
let streams: string[] = [];
let requests: { messages: { content: string; tool_calls?: unknown }[] }[] = [];
const server = new Peer(({ text }, response) => {
  requests.push(JSON.parse(text));
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streams.shift());
});
const baseUrl = await server.listen();
afterAll(() => server.close());

const OWN = { id: ACTION, user_id: USER };
const END: CallAction = { ...OWN, type: 'action_end_conversation', config: {} };
const lookUp = (more: object = {}): CallAction => {
  const input_schema = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] };
  const url = 'https://example.com';
  const config = { name: 'look_up', description: 'Finds.', url, input_schema, speak_on_send: false };
  return { ...OWN, type: 'action_external', config: { ...config, speak_on_receive: true, ...more } };
};

type Plan = {
  readonly action?: CallAction;
  readonly models?: number;
  readonly failed?: number;
  readonly agent_message?: string;
};

/** Answers a turn by models that stream these answers, one a request. */
async function answer(
  given: readonly string[],
  { action = lookUp(), models = 1, failed = 0, ...message }: Plan = {},
) {
  streams = [...given];
  requests = [];
  const { agent, settings } = knownCall();
  const snapshot = { agent: { ...agent, actions: [action] }, settings };
  const store = new MemoryStore({ ...session(), failures: failed }, snapshot);
  const spoken: string[] = [];
  const payloads: unknown[] = [];
  const model = openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl, model: 'any' }));
  await answerTurn({
    store,
    connection: { send: async (frame) => frame.type === 'text' && spoken.push(frame.token) > 0 },
    now: () => new Date(),
    arrivedAt: new Date(),
    times: new TurnTimes(new Date(), () => new Date()),
    session: await store.getSession(),
    models: Array.from({ length: models }, () => model),
    turns: [],
    knowledge: Promise.resolve([]),
    modelsOf: () => [],
    askService: async (_, { payload }) => {
      payloads.push(payload);
      return { result: 'On its way.', ...message };
    },
  });
  const { answer: stored, failures, ending } = await store.getSession();
  const failedRequests = stored?.figures?.failures ?? 0;
  return { words: spoken.join('').trim(), failedRequests, failures, ending, payloads };
}

const TOOL = ends('tool_calls');
const calling = (name: string, given = '{}') =>
  calls({ index: 0, id: 'a', function: { name, arguments: given } });
const LOOK = calling('look_up', '{"number":"47"}');
const CHECK = says('Let me check. ');
const BILL = says('Your bill is ready. ') + says('You owe us one hund');

/** What is streamed, what is heard of it (`!` is the apology), and the failed requests. */
const TURNS: [string, string[], string, number, Plan?][] = [
  ['with a reason', [says('Come by.') + ends() + chunk({ usage: {} })], 'Come by.', 0],
  ['without a reason', [BILL], 'Your bill is ready. !', 1],
  ['stopped by a filter', [BILL + ends('content_filter')], 'Your bill is ready. !', 1],
  ['too long', [BILL + ends('length')], 'Your bill is ready.', 1],
  ['too long, without a clause', [says('You owe us') + ends('length')], '!', 1],
  ['with a fallback', [BILL, says('Pay.') + ends()], 'Your bill is ready. Pay.', 1, { models: 2 }],
  ['with a tool, without a reason', [CHECK + LOOK], 'Let me check. !', 1],
  ['with a tool, stopped by a filter', [CHECK + LOOK + ends('content_filter')], 'Let me check. !', 1],
  ['with a tool, too long', [CHECK + LOOK + ends('length')], 'Let me check. !', 1],
  ['without words after a tool', [CHECK + LOOK + TOOL, says(' ') + ends()], 'Let me check. !', 1],
  [
    'the same, with a fallback',
    [CHECK + LOOK + TOOL, ends(), BILL + says('red.') + ends()],
    'Let me check. Your bill is ready. You owe us one hundred.',
    1,
    { models: 2 },
  ],
  [
    'without words after a filler',
    [LOOK + TOOL, ends()],
    'One moment, please. !',
    1,
    { action: lookUp({ speak_on_send: true }) },
  ],
  ['without need for words', [LOOK + TOOL], '', 0, { action: lookUp({ speak_on_receive: false }) }],
  ['with the words of the service', [LOOK + TOOL], 'It is late.', 0, { agent_message: 'It is late.' }],
  [
    'without a goodbye',
    [CHECK + calling('x') + TOOL, calling('end_conversation') + TOOL],
    'Let me check. Thank you. Goodbye.',
    0,
    { action: END },
  ],
];

it.each<(typeof TURNS)[number]>(
  TURNS,
)('of an answer %s, the contact hears what is whole', async (_, given, expected, failed, plan) => {
  const { words, failedRequests, failures, payloads } = await answer(given, plan);

  expect(words.replace(/Sorry, I had a problem.*/, '!')).toBe(expected);
  expect(failedRequests).toBe(failed);
  expect(failures).toBe(expected.endsWith('!') ? 1 : 0);
  const isCalled = given[0]?.endsWith(LOOK + TOOL);
  expect(payloads).toEqual(isCalled ? [{ number: '47' }] : []);
});

it.each([
  [0, 'trouble', undefined],
  [1, 'trouble', undefined],
  [2, 'farewell', true],
] as const)('after %i failed turns in a row, the agent says "%s" at the next one', async (failed, phrase, ending) => {
  const outcome = await answer([ends()], { failed });

  expect(outcome).toMatchObject({ words: PHRASES.en[phrase], failures: failed + 1, ending });
});

it('a fallback is told what the contact has heard, and no model an address or a secret of an action', async () => {
  const action = lookUp({ signature_secret: 'c2VjcmV0' });
  await answer([BILL, says('Pay.') + ends()], { models: 2, action });

  expect(requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'Your bill is ready. ' },
    { role: 'user', content: expect.stringContaining('Say only the rest of it') },
  ]);
  expect(JSON.stringify(requests)).toContain('look_up');
  expect(JSON.stringify(requests)).not.toMatch(/example\.com|c2VjcmV0/);
});

const DEEP = `{"a":${'['.repeat(90)}${']'.repeat(90)}}`;

it.each([
  { given: '{"number": "47' },
  { given: '{"number":"47"}}' },
  { given: '["47"]' },
  { given: 'null' },
  { given: '' },
  { given: DEEP },
  { name: 'look up!' },
  { name: 'x'.repeat(90) },
  { name: '' },
])('a history is valid, and has the error, after %o', async ({ name = 'look_up', given }) => {
  const { payloads, words } = await answer([calling(name, given) + TOOL, says('Which order?') + ends()]);

  expect({ payloads, words }).toEqual({ payloads: [], words: 'Which order?' });
  const [called, result] = requests[1]?.messages.slice(-2) ?? [];
  const validName = expect.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(called?.tool_calls).toMatchObject([{ id: 'a', function: { name: validName, arguments: '{}' } }]);
  expect(JSON.parse(result?.content ?? '')).toHaveProperty('error');
});
