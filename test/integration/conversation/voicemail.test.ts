// A message for a voicemail that fails on the way.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dueTurnWorker, handler } from '../../../lambdas/conversation/due-turn.ts';
import { withoutAgent } from '../../../lambdas/domain/conversations/session.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { createCall } from '../../../lambdas/store/calls/calls.ts';
import { addPlayed } from '../../../lambdas/store/conversations/conversations.ts';
import { sessionKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { keptOf } from '../../support/kept-messages.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';
import { ThrottledTable } from '../../support/table/throttled-table.ts';
import { stubVariables } from '../../support/table/variables.ts';

vi.hoisted(() => {
  // Failures are logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const MESSAGE = 'Hello Anna, your order is here. Goodbye.';

let table: Table;
let close: () => Promise<void>;
let reachable: ThrottledTable;
/** Which requests to AWS fail: those to a queue, or the frames to the vendor. */
let fails: 'queue' | 'frames' | undefined;
let frames: unknown[];
let checks: { readonly generation: number; readonly silent_since: string }[];
let waits: number[];

/** The queues and the WebSocket's connections. */
const aws = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = JSON.parse(Buffer.concat(chunks).toString());
  const [, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
  const kind = operation === undefined ? 'frames' : operation === 'SendMessage' ? 'queue' : undefined;
  if (kind !== undefined && kind === fails) return void response.writeHead(400).end('{}');
  if (kind === 'frames') frames.push(input);
  else if (kind === 'queue') checks.push(JSON.parse(input.MessageBody));
  else waits.push(input.VisibilityTimeout);
  const MD5OfMessageBody = createHash('md5')
    .update(input.MessageBody ?? '')
    .digest('hex');
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ MessageId: 'message', MD5OfMessageBody }));
});

beforeAll(async () => {
  ({ table, close } = await openTable());
  reachable = new ThrottledTable(table);
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  stubVariables(variablesOf(dueTurnWorker), {
    TABLE_NAME: table.name,
    CONNECTIONS_URL: url,
    SILENCE_CHECKS_URL: `${url}/1/checks`,
    DUE_TURNS_URL: `${url}/1/due`,
    MAX_SILENCE_SECONDS: '30',
  });
  const client = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_DYNAMODB: await reachable.listen(),
  };
  for (const [name, value] of Object.entries(client)) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  aws.closeAllConnections();
  aws.close();
  await reachable.close();
  await close();
});

beforeEach(() => {
  fails = undefined;
  [frames, checks, waits] = [[], [], []];
  // The time stands still, so that waits are exact.
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** A conversation with a machine whose greeting is over. */
async function reached(): Promise<string> {
  const call = storedCall({ on_no_human_answer: 'leave_message' });
  await createCall(table, { ...call, settings: { ...call.settings, voicemail_message: MESSAGE } });
  const connectionId = randomUUID();
  const Item = { ...sessionKey(connectionId), ...withoutAgent(sessionOf(call)), leaves_message: true };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return connectionId;
}

/** Receives the queue's message about a voicemail. Returns whether the queue keeps it. */
async function take(connection_id: string, attempt = 1): Promise<'done' | 'kept'> {
  const record = {
    messageId: 'message',
    receiptHandle: 'handle',
    body: JSON.stringify({ connection_id, of: 'voicemail', generation: 0 }),
    attributes: { ApproximateReceiveCount: String(attempt) },
  } as SQSRecord;
  const kept = await keptOf(handler({ Records: [record] }), 1);
  return kept === 0 ? 'done' : 'kept';
}

const spoken = { type: 'text', token: MESSAGE, interruptible: false };

describe('a message for a voicemail', () => {
  it('is left again if sending it fails, once the vendor must have reported it as played', async () => {
    const connectionId = await reached();

    fails = 'frames';
    const outcomes = [await take(connectionId)];
    fails = undefined;
    later(2);
    outcomes.push(await take(connectionId, 2));
    const early = [...frames];
    later(3);
    outcomes.push(await take(connectionId, 3));

    expect(outcomes).toEqual(['kept', 'kept', 'done']);
    expect(waits).toEqual([2, 3]);
    expect(early).toEqual([]);
    expect(frames).toEqual([expect.objectContaining(spoken)]);
  });

  it('is not left again by a second attempt if the vendor has played some of it', async () => {
    const connectionId = await reached();
    await take(connectionId);
    await addPlayed(table, connectionId, 5);

    const outcome = await take(connectionId, 2);

    expect(outcome).toBe('done');
    expect(frames).toEqual([expect.objectContaining(spoken)]);
  });

  it('has a silence check before it is written, in case its invocation dies', async () => {
    const connectionId = await reached();

    fails = 'frames';
    await take(connectionId);

    expect(checks).toEqual([expect.objectContaining({ generation: 1 })]);
  });
});
