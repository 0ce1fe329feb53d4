import { describe, expect, it } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { authorizer, GUARDED, gatewayResponse, restApi, route } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';

const ROUTES = [
  ...route('GET', '/v1/calls', 'list-calls', GUARDED),
  ...route('POST', '/v1/calls/{id}', 'change-call', GUARDED),
];
const API = [...restApi(), ...authorizer(), ...ROUTES];
const STAGE_ARN = 'arn:aws:execute-api:eu-west-1:111122223333:rest/prod';

const policy = (effect: 'Allow' | 'Deny', resource: string | string[] = `${STAGE_ARN}/*`) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: effect, Action: 'execute-api:Invoke', Resource: resource }],
});
const decide = (policyDocument: unknown, context: unknown = {}): InvocationResult => ({
  ok: true,
  payload: { principalId: 'user-1', policyDocument, context },
});
const handlers = (guard: (event: { headers: { authorization: string } }) => InvocationResult) => ({
  guard,
  'list-calls': () => ok(),
  'change-call': () => ok(),
});
const ALLOWED = decide(policy('Allow'));
/** A gateway whose authorizer decides like this. */
const start = (
  guard: Parameters<typeof handlers>[0] | InvocationResult = ALLOWED,
  resources: Parameters<typeof startGateway>[0] = API,
  options: Parameters<typeof startGateway>[2] = {},
) => startGateway(resources, handlers(typeof guard === 'function' ? guard : () => guard), options);
const get = (url: string, token?: string, path = '/v1/calls') =>
  fetch(url + path, token === undefined ? {} : { headers: { authorization: token } });

describe('an authorizer', () => {
  it('gets the request, and passes its context to the function as text', async () => {
    const guard = () => decide(policy('Allow'), { user_id: 'u1', age: 7, admin: false });
    const { url, eventsOf } = await start(guard);

    const response = await get(url, 'Bearer abc');

    expect(response.status).toBe(200);
    expect(eventsOf('guard')).toMatchObject([
      {
        type: 'REQUEST',
        methodArn: `${STAGE_ARN}/GET/v1/calls`,
        resource: '/v1/calls',
        headers: { authorization: 'Bearer abc' },
        requestContext: { apiId: 'rest', stage: 'prod' },
      },
    ]);
    expect(eventsOf('list-calls')[0].requestContext.authorizer).toEqual({
      principalId: 'user-1',
      integrationLatency: expect.any(Number),
      user_id: 'u1',
      age: '7',
      admin: 'false',
    });
  });

  it('is not called without a token', async () => {
    const { url, calls } = await start();

    const responses = [await get(url), await get(url, '')];

    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(await responses[0]!.json()).toEqual({ message: 'Unauthorized' });
    expect(responses[0]!.headers.get('x-amzn-errortype')).toBe('UnauthorizedException');
    expect(calls).toEqual([]);
  });

  it('is cached by token for the time in the template', async () => {
    let now = 1_000_000;
    const { url, eventsOf } = await start(ALLOWED, API, { now: () => now });
    const asked = () => eventsOf('guard').length;

    await get(url, 'one');
    now += 59_999;
    await get(url, 'one');
    const whileKept = asked();
    await get(url, 'two');
    const withOther = asked();
    now += 1;
    await get(url, 'one');

    expect([whileKept, withOther, asked()]).toEqual([1, 2, 3]);
  });

  it('applies its cached policy to every method, unless the method is a part of its identity', async () => {
    const onlyList = () => decide(policy('Allow', `${STAGE_ARN}/GET/*`));
    const IdentitySource = 'method.request.header.Authorization,context.httpMethod,context.resourcePath';
    const asked = async (resources: typeof API) => {
      const { url, eventsOf } = await start(onlyList, resources);
      const list = await get(url, 'one');
      const change = await fetch(`${url}/v1/calls/7`, { method: 'POST', headers: { authorization: 'one' } });
      return [list.status, change.status, eventsOf('guard').length];
    };

    expect(await asked(API)).toEqual([200, 403, 1]);
    expect(await asked([...API, ...authorizer({ IdentitySource })])).toEqual([200, 403, 2]);
  });

  it.each([
    ['denies', policy('Deny')],
    ['does not mention the method', policy('Allow', `${STAGE_ARN}/GET/v1/agents`)],
    [
      'allows another action',
      { Statement: [{ Effect: 'Allow', Action: 'execute-api:Other', Resource: '*' }] },
    ],
    ['allows and denies', { Statement: [...policy('Allow').Statement, ...policy('Deny').Statement] }],
  ])('whose policy %s gives 403', async (_, document) => {
    const { url, eventsOf } = await start(decide(document));

    const response = await get(url, 'one');

    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: 'User is not authorized to access this resource' });
    expect(eventsOf('list-calls')).toEqual([]);
  });

  it('refuses a caller by failing with the message Unauthorized', async () => {
    const { url, eventsOf } = await start({ ok: false, error: 'error', message: 'Unauthorized' });

    const statuses = [(await get(url, 'one')).status, (await get(url, 'one')).status];

    expect(statuses).toEqual([401, 401]);
    expect(eventsOf('guard')).toHaveLength(2);
  });

  it.each<[string, InvocationResult, string]>([
    ['fails', { ok: false, error: 'error', message: 'no: Unauthorized' }, 'AuthorizerFailureException'],
    ['crashes', { ok: false, error: 'crash', message: 'gone' }, 'AuthorizerFailureException'],
    ['gives no policy', { ok: true, payload: { principalId: 'a' } }, 'AuthorizerConfigurationException'],
    [
      'gives a structured context',
      decide(policy('Allow'), { user: { id: 1 } }),
      'AuthorizerConfigurationException',
    ],
  ])('that %s gives 500', async (_, result, errorType) => {
    const { url, reports } = await start(result);

    const response = await get(url, 'one');

    expect(response.status).toBe(500);
    expect(response.headers.get('x-amzn-errortype')).toBe(errorType);
    expect(await response.json()).toEqual({ message: null });
    expect(reports).toHaveLength(1);
  });

  it('that API Gateway may not call gives 500', async () => {
    const resources = API.filter(({ logicalId }) => !logicalId.startsWith('Permission-guard'));
    const { url, reports } = await start(ALLOWED, resources);

    const response = await get(url, 'one');

    expect(response.status).toBe(500);
    expect(reports[0]).toContain(
      ':guard from arn:aws:execute-api:eu-west-1:111122223333:rest/authorizers/guard',
    );
  });
});

describe('gateway responses', () => {
  const json = (template: string) => ({ ResponseTemplates: { 'application/json': template } });

  it('override the status, the body and the headers of their type', async () => {
    const unauthorized = gatewayResponse('UNAUTHORIZED', {
      StatusCode: '418',
      ...json(
        '{"s":$context.error.messageString,"r":"$context.requestId","p":"$context.httpMethod $context.resourcePath","x":"$context.nothing"}',
      ),
      ResponseParameters: {
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
        'gatewayresponse.header.Content-Type': "'application/problem+json'",
      },
    });
    const { url } = await start(ALLOWED, [...API, unauthorized]);

    const response = await get(url);

    const requestId = response.headers.get('x-amzn-requestid');
    expect(response.status).toBe(418);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({
      s: 'Unauthorized',
      r: requestId,
      p: 'GET /v1/calls',
      x: '',
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-request-id': requestId,
      'access-control-allow-origin': '*',
      'content-type': 'application/problem+json',
    });
  });

  it('use DEFAULT_4XX and DEFAULT_5XX for types that the template does not set', async () => {
    const resources = [
      ...API,
      gatewayResponse('DEFAULT_4XX', json('{"four":$context.error.messageString}')),
      gatewayResponse('DEFAULT_5XX', { StatusCode: 503, ...json('{"five":$context.error.messageString}') }),
      gatewayResponse('ACCESS_DENIED', json('{"denied":true}')),
    ];
    const { url } = await startGateway(resources, {
      guard: ({ headers }) => decide(policy(headers.authorization === 'bad' ? 'Deny' : 'Allow')),
      'list-calls': () => ({ ok: false, error: 'error', message: '' }),
    });

    const responses = [await get(url), await get(url, 'bad'), await get(url, 'good')];

    expect(responses.map(({ status }) => status)).toEqual([401, 403, 503]);
    expect(await Promise.all(responses.map((each) => each.json()))).toEqual([
      { four: 'Unauthorized' },
      { denied: true },
      { five: 'Internal server error' },
    ]);
  });

  it('of the API with an authorizer answer unknown paths', async () => {
    const notFound = gatewayResponse('MISSING_AUTHENTICATION_TOKEN', {
      StatusCode: 404,
      ...json('{"detail":[]}'),
    });
    const callbacks = [
      ...restApi({}, {}, 'callbacks'),
      ...route('POST', '/twiml', 'twiml', { api: 'callbacks' }),
    ];
    const { url } = await start(ALLOWED, [...callbacks, ...API, notFound]);

    const responses = [await get(url, 'one', '/nowhere'), await get(url, undefined, '/twiml')];

    expect(responses.map(({ status }) => status)).toEqual([404, 403]);
    expect(await responses[0]!.json()).toEqual({ detail: [] });
  });
});
