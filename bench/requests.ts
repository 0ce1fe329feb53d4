import { catalogue } from '../lambdas/catalogue.ts';
import { addModelAccount } from '../test/support/peers/model.ts';
import { putIndex } from '../test/support/peers/vector-database.ts';
import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { Api } from '../test/support/service/api.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { longestSequence, operationsOf, type RequestRecord, toDynamoDb, unitsOf } from './request-record.ts';
import type { EndpointCase } from './requests/endpoint-case.ts';
import { endpointCases } from './requests/endpoint-cases.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { makeMeasuredAgent } from './turns/converse.ts';
import { turnRequests } from './turns/turn-requests.ts';

/** Most requests of an endpoint: two reads and the write of the user's rate limit, all sent at once. */
const GOALS: Readonly<Record<string, number>> = { 'calls/get': 3, 'agents/get': 3 };
const MAX_BEFORE_MODEL = 2;
/** Two, and one for each of the two clauses of the answer. */
const MAX_IN_TURN = 4;

const COLUMNS = ['requests', 'in sequence', 'read units', 'write units', 'operations', 'goal'];
const UNITS =
  'Units as DynamoDB reckons them: one reads 4 KB (or twice 4 KB that may be late), one writes 1 KB; in a transaction each item costs double; ' +
  'an index costs where its entry comes, moves or goes.';

/** Measures the requests to the table of endpoints and of turns. */
export async function measureRequests(): Promise<readonly Table[]> {
  const receiver = new WebhookReceiver();
  const service = await startMeasuredService();
  try {
    return [await measureEndpoints(service), await measureTurn(service, await receiver.listen())];
  } finally {
    await service.close();
    await receiver.close();
  }
}

async function measureEndpoints(service: MeasuredService): Promise<Table> {
  const cases = await endpointCases(service);
  const unknown = cases.find(({ endpoint }) => !(endpoint in catalogue));
  if (unknown) throw new Error(`No endpoint is called "${unknown.endpoint}".`);
  const rows: (readonly Cell[])[] = [await authorizerRow(service)];
  for (const endpoint of Object.keys(catalogue)) {
    const ofEndpoint = cases.filter((candidate) => candidate.endpoint === endpoint);
    if (ofEndpoint.length === 0)
      rows.push([
        endpoint,
        '',
        '',
        '',
        '',
        'not measured: bench/requests/endpoint-cases.ts has no request',
        '',
      ]);
    for (const one of ofEndpoint) rows.push(await endpointRow(service, one));
  }
  return {
    title: 'DynamoDB requests of endpoints',
    note:
      'Of one typical, successful request; the authorizer, whose answer API Gateway keeps for a minute, is counted apart. ' +
      `In sequence: how many had to wait for one another. ${UNITS} Goals: 3 requests to get a call or an agent, two reads and the user's rate limit, which are sent at once.`,
    columns: ['endpoint', ...COLUMNS],
    rows,
  };
}

async function endpointRow(
  service: MeasuredService,
  { endpoint, kind, send }: EndpointCase,
): Promise<readonly Cell[]> {
  const before = service.requests.length;
  const { status, body } = await send();
  if (status >= 400) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(body)}`);
  const name = service.functionName(`api/${endpoint}`);
  const requests = toDynamoDb(
    service.requests.slice(before).filter(({ functionName }) => functionName === name),
  );
  return [kind ? `${endpoint} (${kind})` : endpoint, ...requestCells(requests, { ofAll: GOALS[endpoint] })];
}

/** The first request of a new user, whose authorizer decision is not cached yet. */
async function authorizerRow({
  connection,
  requests,
  functionName,
}: MeasuredService): Promise<readonly Cell[]> {
  const before = requests.length;
  await new Api(connection.base_url, connection.second_access_token).get('/v1/calls/list');
  const name = functionName('tokens/authorizer');
  const made = toDynamoDb(requests.slice(before).filter((request) => request.functionName === name));
  return ['(authorizer)', ...requestCells(made)];
}

async function measureTurn(service: MeasuredService, webhookUrl: string): Promise<Table> {
  const { turns, before, whole, after } = await turnRequests(
    service,
    await makeMeasuredAgent(service, webhookUrl),
  );
  const own = await turnRequests(service, await makeOwnAgent(service, webhookUrl));
  return {
    title: 'DynamoDB requests of a turn',
    note:
      `The costliest of ${turns} turns, each answered with two clauses. In all: from the callee's words until the answer was sent; after: what the vendor tells of its being ` +
      `spoken, until the callee speaks again. Goals: in sequence at most ${MAX_BEFORE_MODEL} before the model is asked, and ${MAX_IN_TURN} in all: two, and one for each clause. The first clause is stored while it is sent and later ones before, so that what was heard is known ` +
      'whatever happens, and the callee does not wait for it. What is one’s own is read while the callee’s words are stored; requests that are sent side by side still count ' +
      'as a sequence where the table answers one before it takes up the next.',
    columns: ['part of a turn', ...COLUMNS],
    rows: [
      ['before the model is asked', ...requestCells(before, { inSequence: MAX_BEFORE_MODEL })],
      ['in all, until the answer is sent', ...requestCells(whole, { inSequence: MAX_IN_TURN })],
      ['after', ...requestCells(after)],
      ['before, with one’s own model account and knowledge', ...requestCells(own.before)],
      ['in all, with these', ...requestCells(own.whole)],
    ],
  };
}

/** An agent with every setting that needs a lookup in a turn. */
async function makeOwnAgent(service: MeasuredService, webhookUrl: string): Promise<string> {
  const key = 'key-of-the-measurement';
  const { connection } = service;
  await addModelAccount(connection, 'measurement', key);
  await putIndex(connection.vector_database_url, 'measurement', {
    api_key: key,
    passages: ['Tuesday is free.'],
  });
  return makeMeasuredAgent(service, webhookUrl, {
    llm_account_connection: { type: 'account_connection_llm', credentials: { llm_api_key: key } },
    vector_database: {
      type: 'vector_database_vendor_a',
      index: 'measurement',
      api_key: key,
      api_environment: 'us-east-1',
    },
  });
}

function requestCells(
  requests: readonly RequestRecord[],
  { ofAll, inSequence }: { readonly ofAll?: number | undefined; readonly inSequence?: number } = {},
): readonly Cell[] {
  const sequence = longestSequence(requests);
  const units = unitsOf(requests);
  return [
    number(requests.length),
    number(sequence),
    number(units.read, 1),
    number(units.write),
    operationsOf(requests),
    ofAll !== undefined
      ? verdict(requests.length, ofAll)
      : inSequence === undefined
        ? ''
        : verdict(sequence, inSequence),
  ];
}
