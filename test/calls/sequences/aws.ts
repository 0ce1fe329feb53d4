import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type DynamoDb, openDynamoDb } from 'cdk-local/dynamodb/dynamodb.ts';
import type { CallEvent } from '../../../lambdas/events/model/events.ts';
import { Peer, type PeerRequest } from '../../support/peer.ts';
import { stackTable } from '../../support/table/stack-table.ts';

export const TABLE = 'table';
export const CALLBACK_SECRET = 'callback-key-of-thirty-two-letters';
export const ACCOUNT = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'token' };

/** A fault of a call's requests: of the one after `after`, and later ones. */
export interface Fault {
  after: number;
  /** `dies`: no further request is executed; `dies_later`: this one still is; `stutters`: only its answer is lost, once. */
  readonly how: 'dies' | 'dies_later' | 'stutters';
}

interface Frame {
  readonly type: string;
  readonly token?: string;
}

/** The AWS services of calls, on one endpoint: the table, events, secrets, queues and WebSocket connections. */
export interface Aws {
  readonly url: string;
  readonly database: DynamoDb;
  /** By the id of the call. */
  readonly faults: Map<string, Fault>;
  readonly events: Map<string, CallEvent[]>;
  /** The frames sent to each connection. */
  readonly frames: Map<string, Frame[]>;
  /** Connections that were closed. */
  readonly closed: Set<string>;
  close(): Promise<void>;
}

export async function startAws(): Promise<Aws> {
  const database = await openDynamoDb({ region: 'us-east-1' });
  await database.ensureTable(TABLE, (await stackTable()).properties);
  const state = {
    database,
    faults: new Map<string, Fault>(),
    events: new Map(),
    frames: new Map(),
    closed: new Set<string>(),
  };
  const answers = new Map<string, Answer>();
  const server = new Peer((request, response) =>
    serve(request, response, { ...state, answers }).catch(() => response.destroy()),
  );
  return {
    ...state,
    url: await server.listen(),
    async close() {
      await server.close();
      await database.close();
    },
  };
}

type State = Pick<Aws, 'database' | 'faults' | 'events' | 'frames' | 'closed'> & {
  /** Answers of transactions whose answer was lost, by their token: DynamoDB executes a repeated one once. */
  readonly answers: Map<string, Answer>;
};
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function serve(request: PeerRequest, response: ServerResponse, state: State): Promise<void> {
  const { text: body, target: url } = request;
  const target = String(request.headers['x-amz-target'] ?? url);
  // What the publisher sends belongs to many calls.
  const isPublished = /(PutEvents|SendMessageBatch)$/.test(target);
  const fault = isPublished ? undefined : faultOf(`${url}${body}`, state.faults);
  if (fault === 'refused') return void response.destroy();
  if (request.method === 'DELETE') {
    state.closed.add(connectionOf(url));
    return void response.writeHead(204).end();
  }
  const input = JSON.parse(body);
  const known = state.answers.get(input.ClientRequestToken);
  const answer = known ?? (await carryOut(target, input, state));
  if (fault !== undefined && input.ClientRequestToken) state.answers.set(input.ClientRequestToken, answer);
  if (fault !== undefined) return void response.destroy();
  response
    .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify(answer.body));
}

/** Whether a request is not executed, or loses its answer. */
function faultOf(text: string, faults: State['faults']): 'refused' | 'lost' | undefined {
  for (const [callId, fault] of faults) {
    if (!text.includes(callId)) continue;
    fault.after -= 1;
    if (fault.after >= 0) return undefined;
    if (fault.how === 'stutters') return fault.after === -1 ? 'lost' : undefined;
    return fault.how === 'dies_later' && fault.after === -1 ? 'lost' : 'refused';
  }
  return undefined;
}

async function carryOut(
  target: string,
  // biome-ignore lint/suspicious/noExplicitAny: requests of several services.
  input: any,
  { database, events, frames, closed }: State,
): Promise<Answer> {
  const [service, operation = ''] = target.split('.');
  if (service?.startsWith('DynamoDB')) return database.execute(operation, input);
  const ok = (body: object) => ({ status: 200, body });
  if (operation === 'GetSecretValue')
    return ok({ SecretString: JSON.stringify({ ...ACCOUNT, api_key: 'key', key: CALLBACK_SECRET }) });
  if (operation === 'SendMessage') {
    const MD5OfMessageBody = createHash('md5').update(input.MessageBody).digest('hex');
    return ok({ MessageId: randomUUID(), MD5OfMessageBody });
  }
  if (operation === 'PutEvents') {
    const told: CallEvent[] = input.Entries.map(({ Detail }: { Detail: string }) => JSON.parse(Detail));
    for (const event of told) events.set(event.call_id, [...(events.get(event.call_id) ?? []), event]);
    return ok({ FailedEntryCount: 0, Entries: told.map(() => ({ EventId: randomUUID() })) });
  }
  const connection = connectionOf(target);
  if (closed.has(connection)) return { status: 410, body: { __type: 'GoneException' } };
  frames.set(connection, [...(frames.get(connection) ?? []), input]);
  return ok({});
}

const connectionOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');
