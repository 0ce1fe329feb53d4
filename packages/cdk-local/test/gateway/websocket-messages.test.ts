import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { resource, webSocketApi } from './api-resources.ts';
import { type AnyEvent, ok, startGateway } from './start-gateway.ts';
import { connectClient } from './web-socket-client.ts';

const ROUTES = { $connect: 'connect', $disconnect: 'disconnect', $default: 'default', prompt: 'prompt' };
const API = webSocketApi(ROUTES);
const HANDLERS = { connect: () => ok(), disconnect: () => ok(), default: () => ok(), prompt: () => ok() };

const MOCK = {
  IntegrationType: 'MOCK',
  TemplateSelectionExpression: '200',
  RequestTemplates: { '200': '{"statusCode": 200}' },
};

/** A route of the API whose messages reach no function. */
const mockRoute = (key: string, integration: Record<string, unknown> = MOCK) => [
  resource('AWS::ApiGatewayV2::Integration', `int-${key}`, { ApiId: 'sockets', ...integration }),
  resource('AWS::ApiGatewayV2::Route', `route-${key}`, {
    ApiId: 'sockets',
    RouteKey: key,
    Target: `integrations/int-${key}`,
    AuthorizationType: 'NONE',
  }),
];

const start = async (...[resources, handlers, options]: Partial<Parameters<typeof startGateway>>) => {
  const running = await startGateway(resources ?? API, handlers ?? HANDLERS, options ?? {});
  const client = await connectClient(running.webSocketUrl);
  const connectionId: string = running.eventsOf('connect')[0]?.requestContext.connectionId ?? '';
  return { ...running, client, connectionId, connections: running.gateway.connections };
};

describe('a message from a WebSocket client', () => {
  it.each([
    ['{"action":"prompt","voicePrompt":"hi"}', 'prompt'],
    ['{"action":"other"}', 'default'],
    ['{"action":"$connect"}', 'default'],
    ['not JSON', 'default'],
  ])('%s reaches the function of the route %s', async (body, name) => {
    const { client, eventsOf } = await start();

    client.socket.send(body);

    await expect.poll(() => eventsOf(name)).toHaveLength(1);
    expect(eventsOf(name)[0].body).toBe(body);
  });

  it.each([
    ['{"service":"chat","action":"join"}', 'join'],
    ['{"service":"chat"}', 'lobby'],
    ['{"action":"join"}', 'default'],
    ['{"service":"chat","action":["join"]}', 'default'],
    ['not JSON', 'default'],
  ])('%s is routed by several of its values, of which a missing one is empty', async (body, name) => {
    const routes = { $connect: 'connect', $default: 'default', 'chat/join': 'join', 'chat/': 'lobby' };
    const handlers = { connect: () => ok(), default: () => ok(), join: () => ok(), lobby: () => ok() };
    const selection = '${request.body.service}/${request.body.action}';
    const { client, eventsOf } = await start(webSocketApi(routes, {}, {}, selection), handlers);

    client.socket.send(body);

    await expect.poll(() => eventsOf(name)).toHaveLength(1);
  });

  it('is dropped by a route with a mock', async () => {
    const answer = { ApiId: 'sockets', IntegrationId: 'int-noise', IntegrationResponseKey: '$default' };
    const response = resource('AWS::ApiGatewayV2::IntegrationResponse', 'answer', answer);
    const { client, eventsOf, calls } = await start([...API, ...mockRoute('noise'), response]);

    client.socket.send('{"action":"noise"}');
    client.socket.send('{"action":"prompt"}');

    await expect.poll(() => eventsOf('prompt')).toHaveLength(1);
    expect(calls.map(({ name }) => name)).toEqual(['connect', 'prompt']);
    expect(client.messages).toEqual([]);
  });

  it.each([
    ['integration response', MOCK],
    ['request template', { IntegrationType: 'MOCK' }],
  ])('cannot be dropped by a mock without an %s, which fails', async (lacking, mock) => {
    await expect(start([...API, ...mockRoute('noise', mock)])).rejects.toThrow(lacking);
  });

  it('is answered by nothing, whatever its function returns', async () => {
    const handlers = { ...HANDLERS, default: () => ok('an answer') };
    const { client, eventsOf, connections, connectionId } = await start(API, handlers);

    client.socket.send('hello');
    await expect.poll(() => eventsOf('default')).toHaveLength(1);
    await connections.post(connectionId, 'the next message');

    expect(await client.next()).toBe('the next message');
  });

  it('comes as an event of its connection, without headers', async () => {
    const { client, connectionId, eventsOf } = await start();

    client.socket.send('{"action":"prompt"}');
    await expect.poll(() => eventsOf('prompt')).toHaveLength(1);

    const connected = eventsOf('connect')[0].requestContext;
    const [event] = eventsOf('prompt');
    expect(event.requestContext).toMatchObject({
      routeKey: 'prompt',
      eventType: 'MESSAGE',
      messageDirection: 'IN',
      messageId: expect.stringMatching(/^[\w-]{15}=$/),
      connectionId,
      connectedAt: connected.connectedAt,
      domainName: connected.domainName,
      apiId: 'sockets',
      stage: 'relay',
    });
    expect(event.requestContext.requestId).not.toBe(connected.requestId);
    expect(Object.keys(event).sort()).toEqual(['body', 'isBase64Encoded', 'requestContext']);
  });

  it('does not wait for the previous one', async () => {
    const first = Promise.withResolvers<InvocationResult>();
    const handler = ({ body }: AnyEvent) => (body === 'one' ? first.promise : ok());
    const { client, eventsOf } = await start(API, { ...HANDLERS, default: handler });

    client.socket.send('one');
    client.socket.send('two');

    await expect.poll(() => eventsOf('default').map(({ body }) => body)).toEqual(['one', 'two']);
    first.resolve(ok());
  });

  it.each<[string, InvocationResult]>([
    ['fails', { ok: false, error: 'error', message: 'secret' }],
    ['runs out of its own time', { ok: false, error: 'timeout', message: 'secret' }],
    ['answers without a status', { ok: true, payload: null }],
  ])('whose function %s is answered by an error frame', async (_, result) => {
    const { client, connectionId, eventsOf, reports } = await start(API, {
      ...HANDLERS,
      default: () => result,
    });

    client.socket.send('hello');

    expect(await client.next()).toEqual({
      message: 'Internal server error',
      connectionId,
      requestId: eventsOf('default')[0].requestContext.requestId,
    });
    expect(reports).toHaveLength(1);
  });

  it('that has no route is forbidden', async () => {
    const { client } = await start(webSocketApi({ $connect: 'connect', prompt: 'prompt' }));

    client.socket.send('{"action":"other"}');

    expect(await client.next()).toMatchObject({ message: 'Forbidden' });
  });

  it.each([
    ['over 128 KB', 'x'.repeat(128 * 1024 + 1), 1009],
    ['in binary', Buffer.from('hello'), 1003],
  ])('%s closes the connection', async (_, data, code) => {
    const { client, calls } = await start();

    client.socket.send(data);

    expect((await client.closed).code).toBe(code);
    expect(calls.map(({ name }) => name)).not.toContain('default');
  });
});

describe('a message to a WebSocket client', () => {
  it('arrives as text, in order', async () => {
    const { client, connections, connectionId } = await start();
    const kinds: boolean[] = [];
    client.socket.on('message', (_, isBinary) => kinds.push(isBinary));

    const outcomes = await Promise.all([
      connections.post(connectionId, 'one'),
      connections.post(connectionId, Buffer.from('zwei é')),
    ]);

    expect([await client.next(), await client.next()]).toEqual(['one', 'zwei é']);
    expect(outcomes).toEqual(['sent', 'sent']);
    expect(kinds).toEqual([false, false]);
  });

  it('may have 128 KB at most', async () => {
    const { connections, connectionId } = await start();

    const outcomes = await Promise.all([
      connections.post(connectionId, 'x'.repeat(128 * 1024)),
      connections.post(connectionId, 'x'.repeat(128 * 1024 + 1)),
    ]);

    expect(outcomes).toEqual(['sent', 'too-large']);
  });

  it('fails with gone if the connection is closed or never existed', async () => {
    const { client, connections, connectionId, eventsOf } = await start();

    client.socket.close();
    await expect.poll(() => eventsOf('disconnect')).toHaveLength(1);

    expect([await connections.post(connectionId, 'x'), await connections.post('nobody', 'x')]).toEqual([
      'gone',
      'gone',
    ]);
    expect(connections.close(connectionId)).toBe(false);
  });
});

describe('an open WebSocket connection', () => {
  it("calls $disconnect once with the client's close code", async () => {
    const { client, connectionId, eventsOf } = await start();

    client.socket.close(4001, 'bye');
    await expect.poll(() => eventsOf('disconnect')).toHaveLength(1);

    const [event] = eventsOf('disconnect');
    expect(event.requestContext).toMatchObject({
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: 4001,
      disconnectReason: 'bye',
      connectionId,
    });
    expect(event.headers.Host).toBe(event.requestContext.domainName);
  });

  it('calls $disconnect when the client is lost', async () => {
    const { client, eventsOf } = await start();

    client.socket.terminate();

    await expect.poll(() => eventsOf('disconnect')).toHaveLength(1);
    expect(eventsOf('disconnect')[0].requestContext.disconnectStatusCode).toBe(1006);
  });

  it('is closed after ten minutes without a message', async () => {
    const answered = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = await start(API, {
      ...HANDLERS,
      default: () => {
        answered.resolve();
        return ok();
      },
    });

    vi.advanceTimersByTime(599_999);
    client.socket.send('still here');
    await answered.promise;
    vi.advanceTimersByTime(599_999);
    const state = client.socket.readyState;
    vi.advanceTimersByTime(1);

    expect(state).toBe(client.socket.OPEN);
    expect(await client.closed).toEqual({ code: 1001, reason: 'Going away' });
  });

  it('is closed after two hours, however busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, connections, connectionId } = await start();

    for (let minutes = 0; minutes < 120; minutes += 5) {
      await connections.post(connectionId, 'busy');
      vi.advanceTimersByTime(5 * 60_000 - (minutes === 115 ? 1 : 0));
    }
    const last = await connections.post(connectionId, 'last');
    vi.advanceTimersByTime(1);

    expect(last).toBe('sent');
    expect(await client.closed).toEqual({ code: 1001, reason: 'Going away' });
  });

  it('is closed when the gateway stops, after $disconnect', async () => {
    const { client, gateway, eventsOf, webSocketUrl } = await start();

    await gateway.close();

    expect(eventsOf('disconnect')).toHaveLength(1);
    expect((await client.closed).code).toBe(1001);
    await expect(connectClient(webSocketUrl)).rejects.toThrow('503');
  });
});
