// Words that were stored by an invocation that died before it answered them.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSession } from '../../../lambdas/conversation/change-session.ts';
import { checkSilenceWorker, handler } from '../../../lambdas/conversation/check-silence.ts';
import { callerInterrupted } from '../../../lambdas/domain/conversations/conversation.ts';
import { type Session, withoutAgent } from '../../../lambdas/domain/conversations/session.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { getTurns } from '../../../lambdas/store/conversations/conversations.ts';
import { sessionKey, turnKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { keptOf } from '../../support/kept-messages.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';
import { ThrottledTable } from '../../support/table/throttled-table.ts';
import { stubVariables } from '../../support/table/variables.ts';

vi.hoisted(() => {
  // That words were lost is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const TROUBLE = 'Sorry, I had a problem just now. Could you say that again?';

let table: Table;
let close: () => Promise<void>;
let reachable: ThrottledTable;
/** The seconds for which messages were hidden, and the frames to the vendor. */
let waits: number[];
let frames: { readonly type: string; readonly token?: string }[];

/** The queue and the WebSocket's connections. */
const aws = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = JSON.parse(Buffer.concat(chunks).toString());
  if (request.headers['x-amz-target'] === undefined) frames.push(input);
  else waits.push(input.VisibilityTimeout);
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
});

beforeAll(async () => {
  ({ table, close } = await openTable());
  reachable = new ThrottledTable(table);
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  stubVariables(variablesOf(checkSilenceWorker), {
    TABLE_NAME: table.name,
    CONNECTIONS_URL: url,
    SILENCE_CHECKS_URL: `${url}/1/checks`,
    MAX_SILENCE_SECONDS: '30',
  });
  const client = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
  const endpoints = {
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: await reachable.listen(),
  };
  for (const [name, value] of Object.entries({ ...client, ...endpoints })) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  aws.closeAllConnections();
  aws.close();
  await reachable.close();
  await close();
});

beforeEach(() => {
  waits = [];
  frames = [];
  // The time stands still, so that waits are exact.
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const human = { sender: 'human', text: 'At three, please.' };
const agent = { sender: 'agent', text: 'That is free.' };
const action = (type: string) => ({ action: { action_id: null, type, input: {}, output: {} } });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const pending = (complete: boolean, seconds: number) => ({
  answer: { text: 'That is ', complete, timestamp: ago(seconds) },
});

/** A conversation whose last turn is some seconds old, after one that an earlier silence check knows. */
async function converse(last: object, secondsAgo: number, changes: Partial<Session> = {}): Promise<string> {
  const call = storedCall();
  const settings = { ...call.settings, ask_if_human_present_on_idle: true };
  await createCall(table, { ...call, settings });
  const connectionId = randomUUID();
  const session = { ...withoutAgent(sessionOf(call)), generation: 1, unanswered: 1, turns: 1, ...changes };
  const turn = { call_id: call.id, user_id: call.user_id, webhook_id: null, number: 1, ...last };
  const items = [
    { ...sessionKey(connectionId), ...session },
    { ...turnKey(connectionId, 1), ...turn, timestamp: ago(secondsAgo) },
  ];
  for (const Item of items) await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return connectionId;
}

/** Checks a silence that began 15 seconds ago, of an earlier generation by default. */
async function check(
  connectionId: string,
  { attempt = 1, generation = 0, silent_since = ago(15) } = {},
): Promise<'done' | 'kept'> {
  const record = {
    messageId: 'message',
    receiptHandle: 'handle',
    body: JSON.stringify({ connection_id: connectionId, generation, silent_since }),
    attributes: { ApproximateReceiveCount: String(attempt) },
  } as SQSRecord;
  const kept = await keptOf(handler({ Records: [record] }), 1);
  return kept === 0 ? 'done' : 'kept';
}

/** A noise interrupts the agent before any of its words were heard. */
const interrupt = (connectionId: string) =>
  changeSession({ table, connectionId, now: () => new Date() }, (session) => callerInterrupted(session, ''));

const said = () => frames.map(({ type, token }) => token ?? type);
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describe('words that nobody answers', () => {
  it('are asked for again after 10 seconds by the silence check of the time before them', async () => {
    const connectionId = await converse(human, 8);

    const outcomes = [await check(connectionId)];
    const before = said();
    later(2);
    outcomes.push(await check(connectionId, { attempt: 2 }));

    expect(outcomes).toEqual(['kept', 'kept']);
    expect(before).toEqual([]);
    expect(waits[0]).toBe(2);
    expect(said()).toEqual([TROUBLE]);
  });

  it('are asked for once, and the same check asks later whether anybody is there, and leaves', async () => {
    const connectionId = await converse(human, 10);
    const same = { silent_since: ago(15) };

    await check(connectionId, same);
    await check(connectionId, same);
    const spokenAfter = TROUBLE.length / 10;
    expect(waits).toEqual([Math.ceil(spokenAfter + 15), Math.ceil(spokenAfter + 15)]);
    for (const seconds of [waits[0] ?? 0, 15, 15]) {
      later(seconds);
      await check(connectionId, same);
    }

    expect(said()).toEqual([TROUBLE, 'Are you still there?', 'Thank you. Goodbye.', 'end']);
  });

  it('are asked for once if a noise interrupts the agent, whose silence one check then watches', async () => {
    const connectionId = await converse(human, 10);
    const first = { silent_since: ago(15) };
    await check(connectionId, first);

    await interrupt(connectionId);
    const own = { generation: 2, silent_since: ago(0) };
    later(15);
    const outcomes = [await check(connectionId, first), await check(connectionId, own)];

    expect(outcomes).toEqual(['done', 'kept']);
    expect(said()).toEqual([TROUBLE, 'Are you still there?']);
  });

  it.each([
    ['were answered', agent, {}],
    ['are being answered by a voicemail’s message', human, { voicemail: true, ending: true }],
    ['got keys as an answer', action('action_dtmf'), {}],
    ['came on hold', human, { holding: true }],
    ['came before an interruption', human, { generation: 2 }],
  ])('are not asked for again if they %s', async (_, last, changes) => {
    const outcome = await check(await converse(last, 60, changes));

    expect([outcome, ...waits, ...frames]).toEqual(['done']);
  });

  it('are not asked for again if a whole answer was sent, whose own check follows', async () => {
    const outcome = await check(await converse(human, 60, pending(true, 59)));

    expect([outcome, ...waits, ...frames]).toEqual(['done']);
  });

  it('are asked for again if their answer broke off, as soon as no invocation can be speaking', async () => {
    const connectionId = await converse(human, 27, pending(false, 26));

    await check(connectionId);
    const before = said();
    later(4);
    await check(connectionId, { attempt: 2 });

    expect([before, waits[0]]).toEqual([[], 4]);
    expect(said()).toEqual([TROUBLE]);
    expect((await getTurns(table, connectionId)).at(-1)).toMatchObject({ text: 'That is' });
  });
});

describe('an action after which nothing was said', () => {
  it('is followed by the steps of a silence', async () => {
    const connectionId = await converse(action('action_external'), 15);

    await check(connectionId);

    expect(said()).toEqual(['Are you still there?']);
  });
});
