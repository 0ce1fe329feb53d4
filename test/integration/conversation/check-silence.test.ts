import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSilenceWorker, handler } from '../../../lambdas/conversation/check-silence.ts';
import { type Session, withoutAgent } from '../../../lambdas/domain/conversations/session.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { sessionKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { keptOf } from '../../support/kept-messages.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';
import { ThrottledTable } from '../../support/table/throttled-table.ts';
import { stubVariables } from '../../support/table/variables.ts';

vi.hoisted(() => {
  // A conversation that is left is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

let table: Table;
let close: () => Promise<void>;
let reached: ThrottledTable;
/** The requests to the queue, and the frames to the vendor. */
let waits: { readonly operation: string; readonly seconds: number }[];
let frames: unknown[];

/** The queue and the WebSocket's connections. */
const aws = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = JSON.parse(Buffer.concat(chunks).toString());
  const [, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
  if (operation === undefined) frames.push(input);
  else waits.push({ operation, seconds: input.VisibilityTimeout });
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
});

beforeAll(async () => {
  ({ table, close } = await openTable());
  reached = new ThrottledTable(table);
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  stubVariables(variablesOf(checkSilenceWorker), {
    TABLE_NAME: table.name,
    CONNECTIONS_URL: url,
    SILENCE_CHECKS_URL: `${url}/1/checks`,
    MAX_SILENCE_SECONDS: '30',
  });
  const client = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
  const endpoints = { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_DYNAMODB: await reached.listen() };
  for (const [name, value] of Object.entries({ ...client, ...endpoints })) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  aws.closeAllConnections();
  aws.close();
  await reached.close();
  await close();
});

beforeEach(() => {
  waits = [];
  frames = [];
  // The time stands still, so that waits are exact.
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** A stored conversation in which the agent asks after 15 seconds of silence. Returns its connection. */
async function converse({ settings: own, ...changes }: Partial<Session> = {}): Promise<string> {
  const call = storedCall();
  const settings = { ...call.settings, ask_if_human_present_on_idle: true, ...own };
  await createCall(table, { ...call, settings });
  const connectionId = randomUUID();
  const Item = { ...sessionKey(connectionId), ...withoutAgent(sessionOf(call)), ...changes };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return connectionId;
}

/** Checks a silence that began some seconds ago. Returns whether the queue keeps the message. */
async function check(connectionId: string, secondsAgo: number): Promise<'done' | 'kept'> {
  const silent_since = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const record = {
    messageId: 'message',
    receiptHandle: 'handle',
    body: JSON.stringify({ connection_id: connectionId, generation: 0, silent_since }),
    attributes: { ApproximateReceiveCount: '1' },
  } as SQSRecord;
  const kept = await keptOf(handler({ Records: [record] }), 1);
  return kept === 0 ? 'done' : 'kept';
}

const hidden = (seconds: number) => ({ operation: 'ChangeMessageVisibility', seconds });

describe('the message of a silence check', () => {
  it('waits in the queue for each step until the agent leaves the conversation, and no other message is sent', async () => {
    const connectionId = await converse();

    const outcomes = [
      await check(connectionId, 5),
      await check(connectionId, 15),
      await check(connectionId, 30),
      await check(connectionId, 45),
    ];

    expect(outcomes).toEqual(['kept', 'kept', 'kept', 'done']);
    expect(waits).toEqual([hidden(10), hidden(15), hidden(15)]);
    expect(frames).toMatchObject([
      { type: 'text', token: 'Are you still there?' },
      { type: 'text', token: 'Thank you. Goodbye.' },
      { type: 'end' },
    ]);
  });

  it('that is repeated after its step says nothing twice, and waits for the next one', async () => {
    const connectionId = await converse();
    await check(connectionId, 15);

    const outcome = await check(connectionId, 16);

    expect(outcome).toBe('kept');
    expect(waits).toEqual([hidden(15), hidden(14)]);
    expect(frames).toHaveLength(1);
  });

  it.each([
    ['the caller spoke', { generation: 1 }],
    ['the callee is on hold', { holding: true as const }],
    ['the conversation was closed', { closed: true as const }],
  ])('is done when %s', async (_, changes) => {
    const outcome = await check(await converse(changes), 60);

    expect(outcome).toBe('done');
    expect([...waits, ...frames]).toEqual([]);
  });
});
