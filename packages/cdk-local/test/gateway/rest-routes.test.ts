import { describe, expect, it } from 'vitest';
import { resource, restApi, route } from './api-resources.ts';
import { type AnyEvent, type Handlers, ok, startGateway } from './start-gateway.ts';

const named = (...names: string[]): Handlers =>
  Object.fromEntries(names.map((name) => [name, () => ok({ name })]));

const whoAnswers = async (url: string, method = 'GET') => {
  const response = await fetch(url, { method });
  const body: AnyEvent = await response.json();
  return response.ok ? body.name : response.status;
};

describe('routes of a REST API', () => {
  const resources = [
    ...restApi(),
    ...route('GET', '/v1/calls', 'list-calls'),
    ...route('GET', '/v1/calls/{id}', 'get-call'),
    ...route('GET', '/v1/calls/latest', 'latest-call'),
    ...route('POST', '/v1/calls/{id}/end', 'end-call'),
  ];
  const handlers = named('list-calls', 'get-call', 'latest-call', 'end-call');

  it('reaches the same method with and without a trailing slash, which the event keeps', async () => {
    const { url, eventsOf } = await startGateway(resources, handlers);

    const answers = [await whoAnswers(`${url}/v1/calls`), await whoAnswers(`${url}/v1/calls/`)];

    expect(answers).toEqual(['list-calls', 'list-calls']);
    expect(eventsOf('list-calls').map(({ path, resource }) => [path, resource])).toEqual([
      ['/v1/calls', '/v1/calls'],
      ['/v1/calls/', '/v1/calls'],
    ]);
  });

  it('prefers a literal segment to a parameter', async () => {
    const { url, eventsOf } = await startGateway(resources, handlers);

    const answers = [await whoAnswers(`${url}/v1/calls/latest`), await whoAnswers(`${url}/v1/calls/a%20b`)];

    expect(answers).toEqual(['latest-call', 'get-call']);
    expect(eventsOf('get-call')[0].pathParameters).toEqual({ id: 'a b' });
  });

  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/'],
    ['GET', '/prod/v1/calls'],
    ['GET', '//v1/calls'],
    ['GET', '/v1/calls//'],
    ['DELETE', '/v1/calls'],
    ['GET', '/v1/calls/7/end'],
  ])('refuses %s %s, which the API does not have', async (method, path) => {
    const { url, calls } = await startGateway(resources, handlers);

    const response = await fetch(url + path, { method });

    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    expect(await response.json()).toEqual({ message: 'Missing Authentication Token' });
    expect(calls).toEqual([]);
  });

  it('serves the paths of several APIs on one port', async () => {
    const second = [
      ...restApi({}, {}, 'callbacks'),
      ...route('POST', '/twiml', 'twiml', { api: 'callbacks' }),
    ];
    const { url, eventsOf } = await startGateway([...resources, ...second], {
      ...handlers,
      ...named('twiml'),
    });

    const answer = await whoAnswers(`${url}/twiml`, 'POST');

    expect(answer).toBe('twiml');
    expect(eventsOf('twiml')[0].requestContext.apiId).toBe('callbacks');
  });

  it.each([
    [
      'the same path in two APIs',
      [...restApi({}, {}, 'other'), ...route('POST', '/v1/calls/{call}', 'x', { api: 'other' })],
      /rest .* and Api\/other .* both have the path \/v1\/calls\/\{call\}/,
    ],
    [
      'an unknown integration',
      route('GET', '/old', 'old', { integration: { Type: 'HTTP_PROXY' } }),
      /GET \/old .*only the integrations AWS_PROXY and MOCK/s,
    ],
    [
      'a method with IAM authorization',
      route('GET', '/iam', 'iam', { method: { AuthorizationType: 'AWS_IAM' } }),
      /GET \/iam/,
    ],
    ['a greedy parameter', route('GET', '/files/{path+}', 'files'), /greedy/],
    ['an HTTP API', [resource('AWS::ApiGatewayV2::Api', 'http', { ProtocolType: 'HTTP' })], /Api\/http/],
    ['an API without a stage', restApi({}, {}, 'stageless').slice(0, 1), /Api\/stageless .* 0 stages/],
  ])('does not start with %s', async (_, more, message) => {
    await expect(startGateway([...resources, ...more], handlers)).rejects.toThrow(message);
  });
});
