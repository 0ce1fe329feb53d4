import { once } from 'node:events';
import { DeleteCommand, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AwsRequestRecord } from 'cdk-local/aws/protocol/aws-request.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { recordKey } from '../../lambdas/store/table/keys.ts';
import { makeAccount } from '../support/numbers.ts';
import { makeAgent, newNumber, setCallee } from '../support/scene.ts';
import { until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { tableClient } from '../support/service/table-client.ts';
import { callUrl, relayParameters } from '../support/vendor-urls.ts';

const TABLE = 'phone-call-agents-production';
const PLATFORM_TOKEN = 'token';

const requests: AwsRequestRecord[] = [];
/** The names of functions, once for each finished invocation. */
const invoked: string[] = [];
let service: OwnService;
let platformCall: Held;
let strangersToken: string;

interface Held {
  readonly id: string;
  readonly user_id: string;
  readonly telephony_id: string;
}

beforeAll(async () => {
  service = await startOwnService(
    {},
    {
      onAwsRequest: (record) => requests.push(record),
      onInvocation: ({ functionName }) => invoked.push(functionName),
    },
  );
  strangersToken = (await makeAccount(service.connection, service.secondApi)).token;
  platformCall = await answeredCall();
}, 120_000);

afterAll(() => service.close());

/** An answered call of the first user on the platform's account, whose relay is about to connect. */
async function answeredCall(): Promise<Held> {
  const { api, connection } = service;
  const { agent } = await makeAgent(api, { initialMessage: 'Hello.' });
  const to = newNumber();
  await setCallee(connection, to, { answer: 'answer', ring_ms: 1_000_000 });
  const body = { from_number: connection.phone_number, to_number: to, agent: agent.id };
  const { id } = await api.created('/v1/calls/create', body);
  const call = await api.callWhen(id, ({ telephony_id }) => Boolean(telephony_id));
  const url = callUrl(connection, call, 'status');
  const form = { CallSid: call.telephony_id, CallStatus: 'in-progress' };
  const headers = { 'x-twilio-signature': getExpectedTwilioSignature(PLATFORM_TOKEN, url, form) };
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  expect(status).toBe(200);
  return call;
}

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

async function stored(key: object) {
  const client = tableClient(service.connection);
  const { Item } = await client.send(new GetCommand({ TableName: TABLE, Key: key }));
  client.destroy();
  return Item;
}

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

describe('a WebSocket signed by another account', () => {
  // First, while no conversation of this file makes requests.
  it.each([
    ['no key', {}],
    ['a key of another call', { key: relayParameters({ id: 'a', user_id: 'b' }).key }],
  ])('is refused with %s before the call is read, whoever has signed it', async (_, key) => {
    const socket = await openRelay(PLATFORM_TOKEN);
    const { call_id, user_id } = relayParameters(platformCall);

    let answer: unknown;
    const reads = await tableRequests(MESSAGE, async () => {
      answer = await answerTo(socket, setup(platformCall, { call_id, user_id, ...key }));
    });
    socket.close();

    expect(answer).toEqual({ type: 'end', handoffData: '' });
    expect(reads).toEqual([]);
  });

  it('cannot take over a call although it knows the call, its user, its vendor id and its key', async () => {
    const key = recordKey(platformCall.user_id, 'call', platformCall.id);
    const before = await stored(key);
    const strange = await openRelay(strangersToken);

    const refusal = await answerTo(strange, setup(platformCall));
    const after = await stored(key);
    const own = await openRelay(PLATFORM_TOKEN);
    own.send(setup(platformCall));
    const begun = await until('the conversation', async () => {
      const call = await stored(key);
      return call?.connection_id ?? { waitingFor: call?.status };
    });
    // Further words of the stranger are ignored.
    strange.send(JSON.stringify({ type: 'prompt', voicePrompt: 'goodbye', last: true }));
    own.send(JSON.stringify({ type: 'prompt', voicePrompt: 'good morning', last: true }));
    const [words] = await once(own, 'message');
    const conversation = await stored({ pk: `CONVERSATION#${begun}`, sk: 'SESSION' });
    for (const socket of [strange, own]) socket.close();

    expect(refusal).toEqual({ type: 'end', handoffData: '' });
    expect(after).toEqual(before);
    expect(JSON.parse(String(words))).toMatchObject({ type: 'text' });
    expect(conversation).toMatchObject({ call_id: platformCall.id });
  });
});

describe('a handshake', () => {
  it('costs one write, whatever the number of other handshakes', async () => {
    const sockets: WebSocket[] = [];
    for (let index = 0; index < 50; index++) sockets.push(await openRelay(`token-of-stranger-${index}`));

    const made = await tableRequests(CONNECT, async () => sockets.push(await openRelay(PLATFORM_TOKEN)));
    for (const socket of sockets) socket.close();

    expect(made).toEqual(['PutItem']);
  });

  it.each([
    ['no signature', {}],
    ['what is no signature', { 'x-twilio-signature': 'A'.repeat(27) }],
  ])('with %s is refused without a request', async (_, headers) => {
    const made = await tableRequests(CONNECT, async () => {
      const socket = new WebSocket(service.connection.websocket_url, { headers });
      const [, response] = await once(socket, 'unexpected-response');
      expect(response.statusCode).toBe(403);
    });

    expect(made).toEqual([]);
  });
});

describe('a connection without a setup', () => {
  // Earlier conversations are done when the function has made no request for a second.
  beforeAll(async () => {
    const second = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    for (let made = ['any']; made.length > 0; ) made = await tableRequests(MESSAGE, second);
  }, 60_000);

  const frames = [
    { type: 'prompt', voicePrompt: 'hello', last: true },
    { type: 'interrupt', utteranceUntilInterrupt: 'x' },
    { type: 'info', name: 'agentSpeaking', value: 'off' },
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
    const writes = made.filter((operation) => !['GetItem', 'Query'].includes(operation));
    expect(['', 'UpdateItem']).toContain(writes.join());
  });

  it.each(frames)('costs two reads at most after its time, at a frame of type $type', async (frame) => {
    const socket = await openRelay(strangersToken);
    await forgetHandshakes();

    const made = await tableRequests(MESSAGE, () => sendAndWait(socket, frame));
    socket.close();

    expect(made.length).toBeLessThanOrEqual(2);
    for (const operation of made) expect(['GetItem', 'Query']).toContain(operation);
  });

  /** Sends a frame, and waits until it was handled, at once or after three seconds. */
  async function sendAndWait(socket: WebSocket, frame: object): Promise<void> {
    const handled = () => invoked.filter((name) => MESSAGE.test(name)).length;
    const before = handled();
    socket.send(JSON.stringify(frame));
    await until('the frame to be handled', () => handled() > before || { waitingFor: before });
  }

  /** Deletes handshakes, like DynamoDB after their expiry. */
  async function forgetHandshakes(): Promise<void> {
    const client = tableClient(service.connection);
    const { Items = [] } = await client.send(
      new ScanCommand({
        TableName: TABLE,
        FilterExpression: 'sk = :sk',
        ExpressionAttributeValues: { ':sk': 'HANDSHAKE' },
      }),
    );
    for (const { pk, sk } of Items)
      await client.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }));
    client.destroy();
  }
});
