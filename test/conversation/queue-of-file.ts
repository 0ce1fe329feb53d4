import { createHash, randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeEach, vi } from 'vitest';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import { insertCall } from '../../lambdas/calls/store/calls.ts';
import { type Session, withoutAgent } from '../../lambdas/conversation/model/session.ts';
import { sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import { keptOf } from '../support/kept-messages.ts';
import { Peer } from '../support/peer.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';
import { stubVariables, tableVariables } from '../support/table/variables.ts';

interface Queued {
  /** The frames to the vendor. */
  frames: { readonly type: string; readonly token?: string }[];
  /** The bodies of new messages, and the seconds for which received ones were hidden. */
  sent: unknown[];
  waits: number[];
  /** Which requests to AWS fail: those to a queue, or the frames to the vendor. */
  fails?: 'queue' | 'frames' | undefined;
}

/** A worker of conversations with its queues and the WebSocket's connections. The time stands still, so that waits are exact. */
export async function queueOfFile(
  worker: Parameters<typeof variablesOf>[0],
  handler: (event: { Records: SQSRecord[] }) => Parameters<typeof keptOf>[0],
) {
  const queued: Queued = { frames: [], sent: [], waits: [] };
  const aws = new Peer(({ headers, text }, response) => {
    const input = JSON.parse(text);
    const [, operation] = String(headers['x-amz-target'] ?? '').split('.');
    const kind = operation === undefined ? 'frames' : operation === 'SendMessage' ? 'queue' : undefined;
    if (kind !== undefined && kind === queued.fails) return void response.writeHead(400).end('{}');
    if (kind === 'frames') queued.frames.push(input);
    else if (kind === 'queue') queued.sent.push(JSON.parse(input.MessageBody));
    else queued.waits.push(input.VisibilityTimeout);
    const MD5OfMessageBody = createHash('md5').update(`${input.MessageBody}`).digest('hex');
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify({ MessageId: 'message', MD5OfMessageBody }));
  });
  const table = await tableOfFile();
  const url = await aws.listen();
  stubVariables(variablesOf(worker), {
    ...(await tableVariables(table)),
    CONNECTIONS_URL: url,
    SILENCE_CHECKS_URL: `${url}/1/checks`,
    DUE_TURNS_URL: `${url}/1/due`,
    MAX_SILENCE_SECONDS: '30',
    AWS_ENDPOINT_URL: url,
  });
  afterAll(() => aws.close());
  beforeEach(() => {
    Object.assign(queued, { frames: [], sent: [], waits: [], fails: undefined });
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  return {
    table,
    queued,
    /** A stored conversation. */
    async converse(changes: Partial<Session>, settings: Partial<AgentSettings>, call = storedCall()) {
      await insertCall(table, { ...call, settings: { ...call.settings, ...settings } });
      const connectionId = randomUUID();
      const Item = { ...sessionKey(connectionId), ...withoutAgent(sessionOf(call)), ...changes };
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
      return { connectionId, call };
    },
    /** Receives a message. Returns whether the queue keeps it. */
    async receive(body: object, attempt = 1): Promise<'done' | 'kept'> {
      const record = {
        messageId: 'message',
        receiptHandle: 'handle',
        body: JSON.stringify(body),
        attributes: { ApproximateReceiveCount: String(attempt) },
      } as SQSRecord;
      return (await keptOf(handler({ Records: [record] }), 1)) === 0 ? 'done' : 'kept';
    },
    /** What the contact heard: the words, and the kinds of other frames. */
    sentWords: () => queued.frames.map(({ type, token }) => token ?? type),
    later: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
  };
}
