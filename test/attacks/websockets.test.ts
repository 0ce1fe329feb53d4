// Strangers connect to the relay, and a vendor sends frames that no honest one sends.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { AwsRequestRecord } from 'cdk-local/aws/protocol/aws-request.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { loadCall } from '../../lambdas/calls/store/calls.ts';
import { sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { readItem } from '../../lambdas/platform/table/items.ts';
import { type Key, recordKey } from '../../lambdas/platform/table/keys.ts';
import { parseRelayFrame } from '../../lambdas/vendors/telephony/relay-frames.ts';
import { USERS } from '../../local/seed.ts';
import { makeAccount } from '../support/numbers.ts';
import { makeAgent } from '../support/scene.ts';
import { until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { ringingCall, sendCallback, type Vendor, VendorSocket } from '../support/vendor-conversation.ts';
import { relayParameters } from '../support/vendor-urls.ts';

const PLATFORM_TOKEN = 'token';
const MAX_FRAME = 128 * 1024;
const [, { id: otherUserId }] = USERS;

const requests: AwsRequestRecord[] = [];
/** The names of functions, once for each finished invocation. */
const invoked: string[] = [];
let service: OwnService;
let vendor: Vendor;
let agentId: string;
let strangersToken: string;

beforeAll(async () => {
  service = await startOwnService(
    {},
    {
      onAwsRequest: (record) => requests.push(record),
      onInvocation: ({ functionName }) => invoked.push(functionName),
    },
  );
  vendor = { connection: service.connection, authToken: PLATFORM_TOKEN };
  agentId = (await makeAgent(service.api)).agent.id;
  strangersToken = (await makeAccount(service.connection, service.secondApi)).token;
}, 120_000);

afterAll(() => service.close());

interface Held {
  readonly id: string;
  readonly user_id: string;
  readonly telephony_id: string;
}

const ringing = (): Promise<Held> => ringingCall(vendor, service.api, agentId);

/** Connects the relay with this token's signature. */
async function openRelay(token: string): Promise<WebSocket> {
  const { websocket_url: url } = service.connection;
  const headers = { 'x-twilio-signature': getExpectedTwilioSignature(token, url, {}) };
  const socket = new WebSocket(url, { headers });
  await once(socket, 'open');
  return socket;
}

const setup = (call: Held, customParameters: object = relayParameters(call)) =>
  JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid: call.telephony_id, customParameters });

async function answerTo(socket: WebSocket, frame: string) {
  socket.send(frame);
  const [answer] = await once(socket, 'message');
  return JSON.parse(String(answer));
}

const stored = (key: Key) => readItem(service.table, key);

/** The requests to the table of a route's function during some work. */
async function tableRequests(fn: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const before = requests.length;
  await work();
  return requests
    .slice(before)
    .filter(({ service, functionName = '' }) => service.startsWith('DynamoDB') && fn.test(functionName))
    .map(({ operation }) => operation);
}

const CONNECT = /Calls-Connect/;
const MESSAGE = /Calls-Message/;

it('a handshake costs one write, whatever the number of other handshakes', async () => {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < 50; index++) sockets.push(await openRelay(`token-of-stranger-${index}`));

  const made = await tableRequests(CONNECT, async () => sockets.push(await openRelay(PLATFORM_TOKEN)));
  for (const socket of sockets) socket.close();

  expect(made).toEqual(['PutItem']);
});

describe('a WebSocket signed by another account', () => {
  // First, while no conversation of this file makes requests.
  it('is refused without the key of the call before the call is read, whoever has signed it', async () => {
    const call = await ringing();
    const right = relayParameters(call);
    const socket = await openRelay(PLATFORM_TOKEN);
    const forged = [
      { ...right, key: undefined },
      { ...right, key: relayParameters({ id: 'a', user_id: 'b' }).key },
      { ...right, user_id: otherUserId },
    ];

    const answers: unknown[] = [];
    const reads = await tableRequests(MESSAGE, async () => {
      for (const parameters of forged) answers.push(await answerTo(socket, setup(call, parameters)));
    });
    socket.close();

    expect(answers).toEqual(Array(forged.length).fill({ type: 'end', handoffData: '' }));
    expect(reads).toEqual([]);
  });

  it('cannot take over a call although it knows the call, its user, its vendor id and its key', async () => {
    const call = await ringing();
    const form = { CallSid: call.telephony_id, CallStatus: 'in-progress' };
    await sendCallback(vendor, call, { kind: 'status', form });
    const key = recordKey(call.user_id, 'call', call.id);
    const before = await stored(key);
    const strange = await openRelay(strangersToken);

    const refusal = await answerTo(strange, setup(call));
    const after = await stored(key);
    const own = await openRelay(PLATFORM_TOKEN);
    own.send(setup(call));
    const begun = await conversationOf(call);
    // Further words of the stranger are ignored.
    strange.send(JSON.stringify({ type: 'prompt', voicePrompt: 'goodbye', last: true }));
    own.send(JSON.stringify({ type: 'prompt', voicePrompt: 'good morning', last: true }));
    const [words] = await once(own, 'message');
    for (const socket of [strange, own]) socket.close();

    expect(refusal).toEqual({ type: 'end', handoffData: '' });
    expect(after).toEqual(before);
    expect(JSON.parse(String(words))).toMatchObject({ type: 'text' });
    expect(await stored(sessionKey(begun))).toMatchObject({ call_id: call.id });
  });
});

/** Resolves to the connection of a call when its conversation has begun. */
function conversationOf({ user_id, id }: Held): Promise<string> {
  return until('the conversation', async () => {
    const call = await loadCall(service.table, { userId: user_id, callId: id });
    const { connection_id: connection } = call ?? {};
    // The call is written before the conversation.
    const isBegun = connection !== undefined && (await stored(sessionKey(connection)));
    return isBegun ? connection : { waitingFor: call?.status };
  });
}

describe('a connection without a setup', () => {
  // Earlier conversations are done when the function has made no request for a second.
  beforeAll(async () => {
    for (let made = ['any']; made.length > 0; ) made = await tableRequests(MESSAGE, () => wait(1_000));
  }, 60_000);

  const frames = [
    { type: 'prompt', voicePrompt: 'hello', last: true },
    { type: 'interrupt', utteranceUntilInterrupt: 'x' },
    { type: 'dtmf', digit: '1' },
  ];

  it.each(
    frames,
  )('waits with few reads, for three seconds at most, at a frame of type $type', async (frame) => {
    const socket = await openRelay(strangersToken);

    const made = await tableRequests(MESSAGE, () => sendAndWait(socket, frame));
    socket.close();

    expect(made.length).toBeLessThanOrEqual(19);
    // Its wait is counted once.
    const writes = made.filter((operation) => !['GetItem', 'BatchGetItem', 'Query'].includes(operation));
    expect(['', 'UpdateItem']).toContain(writes.join());
  });

  /** Sends a frame, and waits until it was handled, at once or after three seconds. */
  async function sendAndWait(socket: WebSocket, frame: object): Promise<void> {
    const handled = () => invoked.filter((name) => MESSAGE.test(name)).length;
    const before = handled();
    socket.send(JSON.stringify(frame));
    await until('the frame to be handled', () => handled() > before || { waitingFor: before });
  }
});

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const json = (type: string, fields: object) => JSON.stringify({ type, ...fields });
const prompt = (voicePrompt: unknown) => json('prompt', { voicePrompt });

/** Frames that no honest vendor sends; none is answered as speech. */
const BAD_FRAMES: readonly (readonly [string, string])[] = [
  ['no JSON', '{"type":'],
  ['a NUL', '\0'],
  ['a list', '[{"type":"prompt","voicePrompt":"attack"}]'],
  ['a kind that is a list', '{"type":["prompt"],"voicePrompt":"attack"}'],
  ['a kind that is __proto__', '{"type":"__proto__"}'],
  ['a kind in a prototype', '{"__proto__":{"type":"prompt","voicePrompt":"attack"}}'],
  ['words that are an object', prompt({ toString: 'attack' })],
  ['words that are blank', prompt(' \n\t ')],
  ['words 60,000 levels deep', `{"type":"prompt","voicePrompt":${deep(60_000)}}`],
  ['an unused field of 60,000 levels', `{"type":"prompt","voicePrompt":"attack","lang":${deep(60_000)}}`],
  ['20,000 open objects', '{"a":'.repeat(20_000)],
  ['a setup without a call', json('setup', { sessionId: 'VX1', callSid: 'CA1' })],
  ['a setup whose ids are paths', json('setup', { customParameters: { call_id: '../x', user_id: '#' } })],
  ['an interruption with a number', json('interrupt', { utteranceUntilInterrupt: 1 })],
  ['an interruption with too much', json('interrupt', { utteranceUntilInterrupt: 'x'.repeat(110_000) })],
  ['an interruption after -1e999 ms', '{"type":"interrupt","durationUntilInterruptMs":-1e999}'],
  ['information with names of JavaScript', json('info', { name: '__proto__', value: 'constructor' })],
  ['120,000 characters that were played', json('info', { name: 'tokensPlayed', value: 'x'.repeat(120_000) })],
  ['keys beyond all keys', json('dtmf', { digit: '1'.repeat(10_000) })],
  ['an error of 120 KB', json('error', { description: 'x'.repeat(120_000) })],
  ['128 KB of keys', `{"type":"error",${Array.from({ length: 9_000 }, (_, at) => `"k${at}":0`).join(',')}}`],
];

/** Odd words that a callee may say: they are answered. */
const ODD_WORDS: readonly (readonly [string, string])[] = [
  ['halves of surrogate pairs', '{"type":"prompt","voicePrompt":"\\ud800 odd \\udfff"}'],
  ['NUL characters', prompt('\0odd\0')],
  ['126 KB', prompt('odd '.repeat(31_500))],
];

describe('frames that no honest vendor sends', () => {
  it.each(BAD_FRAMES)('do not crash the parser: %s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(MAX_FRAME);
    const frame = parseRelayFrame(text);
    expect(frame?.type === 'prompt' && frame.last ? frame.voicePrompt.trim() : '').toBe('');
  });

  it('leave a conversation unchanged, all together', async () => {
    const { call, socket } = await begin();
    await answered(socket, hello);

    for (const [, text] of BAD_FRAMES) socket.send(text);
    await answered(socket, hello);

    expect(socket.isOpen).toBe(true);
    expect(JSON.stringify(socket.heard)).not.toMatch(/Internal server error/);
    expect(JSON.stringify(await end(call, socket))).not.toContain('attack');
  });

  it.each(ODD_WORDS)('are answered if they are words: %s', async (_, text) => {
    const { call, socket } = await begin();

    await answered(socket, text);

    const { transcript } = await end(call, socket);
    const said = transcript.split('\n').filter((line: string) => line.startsWith('HUMAN: '));
    expect(said).toEqual([expect.stringContaining('odd')]);
    expect(transcript.length).toBeLessThan(12_000);
  });

  it('of more than 128 KB end the connection like API Gateway, and nothing else', async () => {
    const { call, socket } = await begin();
    await answered(socket, hello);

    socket.send(prompt('x'.repeat(MAX_FRAME)));
    await until('the end of the connection', () => !socket.isOpen || { waitingFor: 'close' });

    expect((await end(call, socket)).status).toBe('ended');
  });

  const hello = { type: 'prompt', voicePrompt: 'hello', last: true };

  async function begin() {
    const call = await ringing();
    const socket = await VendorSocket.connect(vendor, call);
    socket.send(setup(call));
    return { call, socket };
  }

  async function answered(socket: VendorSocket, frame: unknown): Promise<void> {
    const before = socket.said.length;
    socket.send(frame);
    await until('an answer', () => socket.said.length > before || { waitingFor: socket.heard.slice(-5) });
  }

  async function end({ id }: Held, socket: VendorSocket) {
    socket.close();
    await service.api.created(`/v1/calls/end?id=${id}`);
    return (await service.api.get(`/v1/calls?id=${id}`)).body;
  }
});
