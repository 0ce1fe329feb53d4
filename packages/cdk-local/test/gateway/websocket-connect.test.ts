import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { permission, resource, webSocketApi } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';
import { connectClient } from './web-socket-client.ts';

const ROUTES = { $connect: 'connect', $disconnect: 'disconnect', $default: 'default' };
const API = webSocketApi(ROUTES);
const HANDLERS = { connect: () => ok(), disconnect: () => ok(), default: () => ok() };

describe('a WebSocket handshake', () => {
  it('is accepted after the $connect route, which gets the handshake, has agreed', async () => {
    const { webSocketUrl, eventsOf } = await startGateway(API, HANDLERS, { now: () => 1_775_736_896_000 });

    await connectClient(`${webSocketUrl}?session=1&session=2`, {
      headers: { 'X-Twilio-Signature': 'abc', 'User-Agent': 't' },
    });

    const [event] = eventsOf('connect');
    expect(event).toMatchObject({
      headers: { 'X-Twilio-Signature': 'abc', Host: new URL(webSocketUrl).host },
      queryStringParameters: { session: '2' },
      isBase64Encoded: false,
      requestContext: {
        routeKey: '$connect',
        eventType: 'CONNECT',
        messageDirection: 'IN',
        apiId: 'sockets',
        stage: 'relay',
        domainName: new URL(webSocketUrl).host,
        connectedAt: 1_775_736_896_000,
        requestTimeEpoch: 1_775_736_896_000,
        identity: { sourceIp: '127.0.0.1', userAgent: 't' },
      },
    });
    expect(event.requestContext.connectionId).toMatch(/^[\w-]{15}=$/);
    expect(event).not.toHaveProperty('body');
  });

  it.each<[string, () => InvocationResult, number]>([
    ['its status 403', () => ok({}, { statusCode: 403 }), 403],
    ['its status 401', () => ok({}, { statusCode: 401 }), 401],
    ['502 when it fails', () => ({ ok: false, error: 'error', message: 'no' }), 502],
    ['502 when its own time is up', () => ({ ok: false, error: 'timeout', message: 'no' }), 502],
    ['502 when its answer is malformed', () => ({ ok: true, payload: null }), 502],
  ])('that the function refuses is answered by %s', async (_, connectHandler, status) => {
    const { webSocketUrl, calls } = await startGateway(API, { ...HANDLERS, connect: connectHandler });

    const attempt = connectClient(webSocketUrl);

    await expect(attempt).rejects.toThrow(`Unexpected server response: ${status}`);
    expect(calls.map(({ name }) => name)).toEqual(['connect']);
  });

  it('is answered by 500 when API Gateway may not call the function', async () => {
    const resources = API.filter(({ logicalId }) => !logicalId.startsWith('Permission-connect'));
    const elsewhere = permission('connect', 'sockets/*$disconnect');
    const { webSocketUrl, reports, calls } = await startGateway([...resources, elsewhere], HANDLERS);

    const attempt = connectClient(webSocketUrl);

    await expect(attempt).rejects.toThrow('Unexpected server response: 500');
    expect(calls).toEqual([]);
    expect(reports[0]).toMatch(/:connect from arn:aws:execute-api:.*:sockets\/relay\/\$connect$/);
  });

  it.each(['/other', '/relay/', '/', '/relay/more'])('at the path %s is refused', async (path) => {
    const { url, calls } = await startGateway(API, HANDLERS);

    const attempt = connectClient(url.replace('http', 'ws') + path);

    await expect(attempt).rejects.toThrow('Unexpected server response: 403');
    expect(calls).toEqual([]);
  });

  it('whose client disconnects before it is accepted is followed by $disconnect', async () => {
    const asked = Promise.withResolvers<void>();
    const decision = Promise.withResolvers<InvocationResult>();
    const { webSocketUrl, server, eventsOf } = await startGateway(API, {
      ...HANDLERS,
      connect: () => {
        asked.resolve();
        return decision.promise;
      },
    });
    const arrived = once(server, 'connection');
    const attempt = connectClient(webSocketUrl);
    const [serverSide] = await arrived;
    await asked.promise;

    serverSide.destroy();
    await expect(attempt).rejects.toThrow('socket hang up');
    decision.resolve(ok());

    await expect.poll(() => eventsOf('disconnect')).toHaveLength(1);
    expect(eventsOf('disconnect')[0].requestContext.disconnectStatusCode).toBe(1006);
  });
});

describe('a WebSocket API', () => {
  it.each([
    [
      'a second API',
      [resource('AWS::ApiGatewayV2::Api', 'second', { ProtocolType: 'WEBSOCKET' })],
      /Api\/second .*serves one WebSocket API/,
    ],
    [
      'an authorizer',
      [
        resource('AWS::ApiGatewayV2::Route', 'guarded', {
          ApiId: 'sockets',
          RouteKey: 'x',
          Target: 'integrations/int-$default',
          AuthorizationType: 'CUSTOM',
        }),
      ],
      /Api\/guarded .*: .*only NONE is supported/s,
    ],
    [
      'a route to nowhere',
      [
        resource('AWS::ApiGatewayV2::Route', 'lost', {
          ApiId: 'sockets',
          RouteKey: 'x',
          Target: 'integrations/nowhere',
        }),
      ],
      /Api\/lost .*: there is no integration nowhere/,
    ],
  ])('does not start with %s', async (_, more, message) => {
    await expect(startGateway([...API, ...more], HANDLERS)).rejects.toThrow(message);
  });
});
