import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey, sessionKey } from '../../lambdas/store/table/keys.ts';
import { parseRelayFrame } from '../../lambdas/telephony/relay-frames.ts';
import { makeAgent } from '../support/scene.ts';
import { until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { tableClient } from '../support/service/table-client.ts';
import { ringingCall, type Vendor, VendorSocket } from '../support/vendor-conversation.ts';
import { relayParameters } from '../support/vendor-urls.ts';

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const ID = '01990000-0000-7000-8000-000000000000';
const setup = (fields: object) => ({ type: 'setup', sessionId: 'VX1', callSid: 'CA1', ...fields });
const MAX_FRAME = 128 * 1024;
const TABLE = 'phone-call-agents-production';

/** Frames that no honest vendor sends; none is answered as speech. */
const BAD_FRAMES: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['no JSON', '{"type":'],
  ['a NUL', '\0'],
  ['null', 'null'],
  ['a list', '[{"type":"prompt","voicePrompt":"attack"}]'],
  ['a number beyond all numbers', '1e999'],
  ['an unknown kind', '{"type":"prompt2","voicePrompt":"attack"}'],
  ['a kind that is a list', '{"type":["prompt"],"voicePrompt":"attack"}'],
  ['a kind that is a name of JavaScript', '{"type":"constructor"}'],
  ['a kind that is __proto__', '{"type":"__proto__"}'],
  ['a kind in a prototype', '{"__proto__":{"type":"prompt","voicePrompt":"attack"}}'],
  ['words that are a number', '{"type":"prompt","voicePrompt":5}'],
  ['words that are an object', '{"type":"prompt","voicePrompt":{"toString":"attack"}}'],
  ['words that are a list', '{"type":"prompt","voicePrompt":["attack"]}'],
  ['words that are blank', '{"type":"prompt","voicePrompt":" \\n\\t "}'],
  ['words that are not the last, as text', '{"type":"prompt","voicePrompt":"attack","last":"true"}'],
  ['words 60,000 levels deep', `{"type":"prompt","voicePrompt":${deep(60_000)}}`],
  [
    'a field that we do not use, 60,000 levels deep',
    `{"type":"prompt","voicePrompt":"attack","lang":${deep(60_000)}}`,
  ],
  ['60,000 open brackets', '['.repeat(60_000)],
  ['60,000 open objects', '{"a":'.repeat(20_000)],
  ['a setup without a call', JSON.stringify(setup({}))],
  ['a setup of an unknown call', JSON.stringify(setup({ customParameters: { call_id: ID, user_id: ID } }))],
  [
    'a setup whose ids are paths',
    JSON.stringify(setup({ customParameters: { call_id: '../x', user_id: '#' } })),
  ],
  [
    'a setup whose ids are objects',
    JSON.stringify(setup({ customParameters: { call_id: {}, user_id: [] } })),
  ],
  ['an interruption with a number', '{"type":"interrupt","utteranceUntilInterrupt":1}'],
  [
    'an interruption with too much',
    JSON.stringify({ type: 'interrupt', utteranceUntilInterrupt: 'x'.repeat(110_000) }),
  ],
  [
    'an interruption after a time that is none',
    '{"type":"interrupt","utteranceUntilInterrupt":"","durationUntilInterruptMs":"NaN"}',
  ],
  ['an interruption after -1e999 ms', '{"type":"interrupt","durationUntilInterruptMs":-1e999}'],
  ['information without a name', '{"type":"info"}'],
  ['information with names of JavaScript', '{"type":"info","name":"__proto__","value":"constructor"}'],
  ['information 50,000 levels deep', `{"type":"info","name":"tokensPlayed","value":${deep(50_000)}}`],
  ['words that were played, as a number', '{"type":"info","name":"tokensPlayed","value":1e308}'],
  [
    '120,000 characters that were played',
    JSON.stringify({ type: 'info', name: 'tokensPlayed', value: 'x'.repeat(120_000) }),
  ],
  ['an agent that stops speaking before it began', '{"type":"info","name":"agentSpeaking","value":"off"}'],
  ['keys beyond all keys', JSON.stringify({ type: 'dtmf', digit: '1'.repeat(10_000) })],
  ['a key that is an object', '{"type":"dtmf","digit":{}}'],
  ['an error of 120 KB', JSON.stringify({ type: 'error', description: 'x'.repeat(120_000) })],
  ['an error that is a list', '{"type":"error","description":[]}'],
  ['128 KB of keys', `{"type":"error",${Array.from({ length: 9_000 }, (_, at) => `"k${at}":0`).join(',')}}`],
];

/** Odd words that a callee may say: they are answered. */
const ODD_WORDS: readonly (readonly [string, string])[] = [
  ['halves of surrogate pairs', '{"type":"prompt","voicePrompt":"\\ud800 odd \\udfff"}'],
  ['NUL characters', '{"type":"prompt","voicePrompt":"\\u0000odd\\u0000"}'],
  [
    'keys of prototypes besides',
    '{"type":"prompt","voicePrompt":"odd","__proto__":{"last":false},"constructor":1}',
  ],
  ['126 KB', JSON.stringify({ type: 'prompt', voicePrompt: 'odd '.repeat(31_500) })],
];

let service: OwnService;
let vendor: Vendor;
let agentId: string;

beforeAll(async () => {
  service = await startOwnService({});
  vendor = { connection: service.connection, authToken: 'token' };
  agentId = (await makeAgent(service.api)).agent.id;
});

afterAll(() => service.close());

const begin = async () => {
  const call = await ringingCall(vendor, service.api, agentId);
  const socket = await VendorSocket.connect(vendor, call);
  const own = setup({
    callSid: call.telephony_id,
    customParameters: relayParameters(call),
  });
  return { call, socket, own };
};

/** Resolves when the conversation of a call has begun. */
async function conversationOf({ user_id, id }: { readonly user_id: string; readonly id: string }) {
  const client = tableClient(service.connection);
  const item = async (Key: object) => {
    const { Item } = await client.send(new GetCommand({ TableName: TABLE, Key, ConsistentRead: true }));
    return Item;
  };
  await until('the conversation', async () => {
    const call = await item(recordKey(user_id, 'call', id));
    // The call is written before the conversation.
    const isBegun = call?.connection_id && (await item(sessionKey(call.connection_id)));
    return isBegun ? true : { waitingFor: call?.status };
  });
  client.destroy();
}

/** Says something and waits for the answer. */
async function answered(socket: VendorSocket, frame: unknown): Promise<void> {
  const before = socket.said.length;
  socket.send(frame);
  await until('an answer', () => socket.said.length > before || { waitingFor: socket.heard.slice(-5) });
}

const saidByHuman = ({ transcript }: { transcript: string }) =>
  transcript.split('\n').filter((line) => line.startsWith('HUMAN: '));

const hello = { type: 'prompt', voicePrompt: 'hello', last: true };

describe('frames that no honest vendor sends', () => {
  it.each(BAD_FRAMES)('do not crash the parser: %s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(MAX_FRAME);
    expect(() => parseRelayFrame(text)).not.toThrow();
    const frame = parseRelayFrame(text);
    expect(frame?.type === 'prompt' && frame.last ? frame.voicePrompt.trim() : '').toBe('');
  });

  it('leave a conversation unchanged, each of them and all together', async () => {
    const { call, socket, own } = await begin();
    socket.send(own);
    await answered(socket, hello);

    for (const [, text] of BAD_FRAMES) if (!text.includes(ID)) socket.send(text);
    await answered(socket, hello);

    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    expect(socket.isOpen).toBe(true);
    expect(body.status).toBe('in_progress');
    expect(JSON.stringify(socket.heard)).not.toMatch(/Internal server error/);
    socket.close();
    const ended = await service.api.created(`/v1/calls/end?id=${call.id}`);
    expect(JSON.stringify(ended)).not.toContain('attack');
  });

  it.each(ODD_WORDS)('are answered if they are words: %s', async (_, text) => {
    const { call, socket, own } = await begin();
    socket.send(own);

    await answered(socket, text);

    socket.close();
    await service.api.created(`/v1/calls/end?id=${call.id}`);
    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    expect(saidByHuman(body)).toEqual([expect.stringContaining('odd')]);
    expect(body.transcript.length).toBeLessThan(12_000);
    expect({}).not.toHaveProperty('last');
  });

  it('in a wrong order begin no second conversation', async () => {
    const { call, socket, own } = await begin();

    // Words and the end of the greeting before the setup, and five setups.
    socket.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    socket.send({ type: 'interrupt', utteranceUntilInterrupt: 'x' });
    socket.send(hello);
    for (let time = 0; time < 5; time++) socket.send(own);
    await conversationOf(call);
    await answered(socket, hello);

    socket.close();
    await service.api.created(`/v1/calls/end?id=${call.id}`);
    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    // Words before the setup may be lost, but never repeated.
    expect(['HUMAN: hello', 'HUMAN: hello\nHUMAN: hello']).toContain(saidByHuman(body).join('\n'));
  });

  it('of more than 128 KB end the connection like API Gateway, and nothing else', async () => {
    const { call, socket, own } = await begin();
    socket.send(own);
    await answered(socket, hello);

    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'x'.repeat(MAX_FRAME) }));
    await until('the end of the connection', () => !socket.isOpen || { waitingFor: 'close' });

    const { status } = await service.api.get('/v1/calls/list');
    expect(status).toBe(200);
    await service.api.created(`/v1/calls/end?id=${call.id}`);
  });
});
