import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { FUNCTION_ARN, gatewayResponse, permission, resource, restApi, route } from './api-resources.ts';
import { rawRequest } from './raw-request.ts';
import { ok, startGateway } from './start-gateway.ts';

const API = [...restApi(), ...route('POST', '/v1/calls/{id}/end', 'end-call')];

describe('the event of a REST method', () => {
  it('has the form of a Lambda proxy event', async () => {
    const { url, eventsOf } = await startGateway(
      API,
      { 'end-call': () => ok() },
      { now: () => 1_775_736_896_000 },
    );

    await rawRequest(`${url}/v1/calls/7/end/?a=1&a=2&b=x%20y&c`, {
      method: 'POST',
      headers: { 'X-Two': ['one', 'two'], 'content-TYPE': 'application/json', 'User-Agent': 'curl/8' },
      body: '{"reason":"é"}',
    });

    const [event] = eventsOf('end-call');
    expect(event).toMatchObject({
      resource: '/v1/calls/{id}/end',
      path: '/v1/calls/7/end/',
      httpMethod: 'POST',
      queryStringParameters: { a: '2', b: 'x y', c: '' },
      pathParameters: { id: '7' },
      body: '{"reason":"é"}',
      isBase64Encoded: false,
      requestContext: {
        accountId: '111122223333',
        apiId: 'rest',
        httpMethod: 'POST',
        identity: { sourceIp: '127.0.0.1', userAgent: 'curl/8' },
        path: '/prod/v1/calls/7/end/',
        protocol: 'HTTP/1.1',
        requestTimeEpoch: 1_775_736_896_000,
        resourceId: 'rest:v1/calls/{id}/end',
        resourcePath: '/v1/calls/{id}/end',
        stage: 'prod',
      },
    });
    expect(event.headers).toMatchObject({
      'X-Two': 'two',
      'content-TYPE': 'application/json',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-For': '127.0.0.1',
    });
    expect(Object.keys(event.headers).map((name) => name.toLowerCase())).not.toContain('connection');
    expect(event.requestContext).not.toHaveProperty('authorizer');
  });

  it('has null for a missing query and body', async () => {
    const resources = [...restApi(), ...route('GET', '/v1/calls', 'list-calls')];
    const { url, eventsOf } = await startGateway(resources, { 'list-calls': () => ok() });

    await fetch(`${url}/v1/calls?`);

    expect(eventsOf('list-calls')[0]).toMatchObject({
      queryStringParameters: null,
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });
});

describe("a function's response", () => {
  it('becomes the HTTP response', async () => {
    const response = {
      statusCode: 201,
      headers: { 'x-single': 1 },
      body: '{"id":1}',
    };
    const { url } = await startGateway(API, { 'end-call': () => ({ ok: true, payload: response }) });

    const answer = await rawRequest(`${url}/v1/calls/7/end`, { method: 'POST' });

    expect(answer.status).toBe(201);
    expect(answer.body.toString()).toBe('{"id":1}');
    expect(answer.headers.join('|')).toMatch(/Content-Type\|application\/json\|x-single\|1\|/);
    expect(answer.headers).toContain('x-amzn-RequestId');
  });

  it.each([
    ['nothing', null],
    ['no status', { body: 'x' }],
    ['a status that is none', { statusCode: 20 }],
    ['an object as its body', { statusCode: 200, body: { a: 1 } }],
    ['a header of several values', { statusCode: 200, multiValueHeaders: { a: ['b', 'c'] } }],
    ['a header that API Gateway renames', { statusCode: 200, headers: { 'www-authenticate': 'Bearer' } }],
    ['a header that cannot be sent', { statusCode: 200, headers: { 'a b': 'c' } }],
    ['a line break in a header', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
    ['more than 6 MB', { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024 + 1) }],
  ])('is answered by 502 when it is %s', async (_, payload) => {
    const { url, reports } = await startGateway(API, { 'end-call': () => ({ ok: true, payload }) });

    const response = await fetch(`${url}/v1/calls/7/end`, { method: 'POST' });

    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ message: 'Internal server error' });
    expect(reports).toEqual([expect.stringContaining('POST /v1/calls/7/end: integration: ')]);
  });
});

describe('a function that fails', () => {
  const failing = (error: 'timeout' | 'crash' | 'error' | 'throttled'): InvocationResult => ({
    ok: false,
    error,
    message: 'secret detail',
  });

  it.each([
    ['error', 502],
    ['timeout', 502],
    ['throttled', 500],
  ] as const)('by %s is answered by %i, and its message is reported to the operator only', async (error, status) => {
    const { url, reports } = await startGateway(API, { 'end-call': () => failing(error) });

    const response = await fetch(`${url}/v1/calls/7/end`, { method: 'POST' });

    expect(response.status).toBe(status);
    expect(await response.text()).toBe('{"message":"Internal server error"}');
    expect(reports[0]).toContain('secret detail');
  });

  it('to answer in time is answered by 504', async () => {
    const never = new Promise<InvocationResult>(() => undefined);
    const resources = [
      ...restApi(),
      ...route('GET', '/slow', 'slow', { integration: { TimeoutInMillis: 50 } }),
    ];
    const { url } = await startGateway(resources, { slow: () => never });

    const response = await fetch(`${url}/slow`);

    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ message: 'Endpoint request timed out' });
  });
});

describe('the permission to call a function', () => {
  const withoutPermission = API.filter(({ type }) => type !== 'AWS::Lambda::Permission');

  it.each([
    ['is missing', []],
    ['is for another method', [permission('end-call', 'rest/prod/GET/v1/calls/*/end')]],
    ['is for another function', [permission('start-call', 'rest/*')]],
    ['is for an alias of the function', [permission('end-call:live', 'rest/*')]],
  ])('that %s makes the method answer 500 and is reported to the operator', async (_, permissions) => {
    const { url, calls, reports } = await startGateway([...withoutPermission, ...permissions], {
      'end-call': () => ok(),
    });

    const response = await fetch(`${url}/v1/calls/7/end`, { method: 'POST' });

    expect(response.status).toBe(500);
    expect(calls).toEqual([]);
    expect(reports[0]).toMatch(
      /no AWS::Lambda::Permission .*end-call from arn:aws:execute-api:.*:rest\/prod\/POST/,
    );
  });
});

describe('an integration with a role', () => {
  const roleArn = 'arn:aws:iam::111122223333:role/caller';
  const roleThatMayCall = (functionArn: string) => ({
    ...resource('AWS::IAM::Role', 'caller', {
      Policies: [
        {
          PolicyName: 'call',
          PolicyDocument: {
            Statement: { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functionArn },
          },
        },
      ],
    }),
    attributes: { Arn: roleArn },
  });
  const resources = [
    ...restApi(),
    ...route('POST', '/v1/calls', 'create-call', { integration: { Credentials: roleArn } }),
  ].filter(({ type }) => type !== 'AWS::Lambda::Permission');
  const post = (url: string) => fetch(`${url}/v1/calls`, { method: 'POST' });

  it('answers 500 when the role may not call the function', async () => {
    const role = roleThatMayCall(`${FUNCTION_ARN}other`);
    const { url, calls, reports } = await startGateway([...resources, role], { 'create-call': () => ok() });

    const response = await post(url);

    expect(response.status).toBe(500);
    expect(calls).toEqual([]);
    expect(reports[0]).toContain(
      `role ${roleArn} does not allow lambda:InvokeFunction on ${FUNCTION_ARN}create-call`,
    );
  });
});

describe('a request that a REST API does not pass on', () => {
  const TOO_LARGE = gatewayResponse('REQUEST_TOO_LARGE', {
    ResponseTemplates: { 'application/json': '{"detail":$context.error.messageString}' },
  });
  const post = (url: string, size: number) =>
    fetch(`${url}/v1/calls/7/end`, { method: 'POST', body: Buffer.alloc(size, 'x') });

  it('has a body over 10 MB', async () => {
    const { url, calls } = await startGateway([...API, TOO_LARGE], { 'end-call': () => ok() });

    const response = await post(url, 10 * 1024 * 1024 + 1);

    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ detail: 'Request Too Long' });
    expect(calls).toEqual([]);
  });

  it('ends when its client goes away', async () => {
    const { url, server, calls, reports } = await startGateway(API, { 'end-call': () => ok() });
    const arrived = once(server, 'connection');
    const { host, port } = new URL(url);
    const client = connect(Number(port), '127.0.0.1');
    client.write(
      `POST /v1/calls/7/end HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\nhalf`,
    );
    const [serverSide] = await arrived;
    // The server requests the rest, so the gateway has the request.
    await once(client, 'data');

    const lost = new Promise((resolve) => serverSide.on('close', resolve));
    client.destroy();
    await lost;
    const after = await fetch(`${url}/v1/calls/8/end`, { method: 'POST' });

    expect(after.status).toBe(200);
    expect(calls).toHaveLength(1);
    expect(reports).toEqual([]);
  });
});
