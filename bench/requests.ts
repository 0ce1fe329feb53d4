import { catalogue } from '../lambdas/catalogue.ts';
import { addModelAccount } from '../test/support/peers/model.ts';
import { putIndex } from '../test/support/peers/vector-database.ts';
import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { Api } from '../test/support/service/api.ts';
import { type MeasuredService, requestsSince, startMeasuredService } from './measured-service.ts';
import { longestSequence, operationsOf, type RequestRecord, unitsOf } from './request-record.ts';
import { endpointCases } from './requests/endpoint-cases.ts';
import type { EndpointCase } from './requests/record-cases.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { makeMeasuredAgent } from './turns/converse.ts';
import { turnRequests } from './turns/turn-requests.ts';

/** Maximum requests of an endpoint: two reads and the write of the user's rate limit, all sent at once. */
const GOALS: Readonly<Record<string, number>> = { 'calls/get': 3, 'agents/get': 3 };
const MAX_BEFORE_MODEL = 2;
/** Two, plus one for each of the answer's two clauses. */
const MAX_IN_TURN = 4;

const COLUMNS = ['requests', 'in sequence', 'read units', 'write units', 'operations', 'goal'];
const UNITS =
  'Capacity units are those of DynamoDB: one reads 4 KB (eventually consistent: 8 KB), one writes 1 KB; a transaction doubles the price of its items; ' +
  'an index costs extra when its entry is added, moved or removed.';

/** Measures the requests to the table that endpoints and turns make. */
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
  const unknown = cases.find((one) => endpointOf(one) === undefined);
  if (unknown) throw new Error(`No endpoint has the path ${unknown.path}.`);
  const rows: (readonly Cell[])[] = [await authorizerRow(service)];
  const missing: string[] = [];
  for (const endpoint of Object.keys(catalogue)) {
    const ofEndpoint = cases.filter((one) => endpointOf(one) === endpoint);
    if (ofEndpoint.length === 0) missing.push(endpoint);
    for (const one of ofEndpoint) rows.push(await endpointRow(service, endpoint, one));
  }
  return {
    title: 'DynamoDB requests of endpoints',
    note:
      'One typical, successful request to each endpoint. The authorizer is counted separately, because API Gateway caches its decision for a minute. ' +
      `In sequence: the longest chain of requests that waited for one another. ${UNITS} Goals: 3 requests to get a call or an agent, which are two reads and the user's rate limit, sent at once. ` +
      `Not measured: ${missing.join(', ')}.`,
    columns: ['endpoint', ...COLUMNS],
    rows,
  };
}

/** The endpoint's name in the catalogue. */
function endpointOf({ method, path }: EndpointCase): string | undefined {
  const [pathname] = path.split('?');
  return Object.keys(catalogue).find((name) => {
    const endpoint = catalogue[name];
    return endpoint?.method === method && endpoint.path === pathname;
  });
}

async function endpointRow(
  service: MeasuredService,
  endpoint: string,
  { method, path, kind, body }: EndpointCase,
): Promise<readonly Cell[]> {
  const before = service.requests.length;
  const answer = await service.api.send(path, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status >= 400)
    throw new Error(`${endpoint} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const requests = requestsSince(service, before, `api/${endpoint}`);
  return [kind ? `${endpoint} (${kind})` : endpoint, ...requestCells(requests, { ofAll: GOALS[endpoint] })];
}

/** The first request of a new user, whose authorizer decision is not cached yet. */
async function authorizerRow(service: MeasuredService): Promise<readonly Cell[]> {
  const { connection, requests } = service;
  const before = requests.length;
  await new Api(connection.base_url, connection.second_access_token).get('/v1/calls/list');
  return ['(authorizer)', ...requestCells(requestsSince(service, before, 'tokens/authorizer'))];
}

async function measureTurn(service: MeasuredService, webhookUrl: string): Promise<Table> {
  const plain = await makeMeasuredAgent(service, webhookUrl);
  const { turns, before, whole, after } = await turnRequests(service, plain);
  const own = await turnRequests(service, await makeOwnAgent(service, webhookUrl));
  return {
    title: 'DynamoDB requests of a turn',
    note:
      `The costliest of ${turns} turns, each answered with two clauses. Total: from the callee's words until the answer was sent; after: the vendor's reports on the spoken answer, ` +
      `until the callee speaks again. Goals, in sequence: at most ${MAX_BEFORE_MODEL} before the model request, and ${MAX_IN_TURN} in total, including one per clause. ` +
      'The first clause is stored while it is sent, later ones before: so the service always knows what the callee heard, and the first write delays nothing. ' +
      "The user's own records are read while the callee's words are stored; requests sent side by side still count as a sequence if the table answers one before it starts the next.",
    columns: ['part of a turn', ...COLUMNS],
    rows: [
      ['before the model request', ...requestCells(before, { inSequence: MAX_BEFORE_MODEL })],
      ['total, until the answer is sent', ...requestCells(whole, { inSequence: MAX_IN_TURN })],
      ['after', ...requestCells(after)],
      ["before, with the user's own model account and knowledge", ...requestCells(own.before)],
      ['total, with these', ...requestCells(own.whole)],
    ],
  };
}

/** An agent with every setting that a turn must look up. */
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
  const { read, write } = unitsOf(requests);
  const ofSequence = inSequence === undefined ? '' : verdict(sequence, inSequence);
  return [
    number(requests.length),
    number(sequence),
    number(read, 1),
    number(write),
    operationsOf(requests),
    ofAll === undefined ? ofSequence : verdict(requests.length, ofAll),
  ];
}
