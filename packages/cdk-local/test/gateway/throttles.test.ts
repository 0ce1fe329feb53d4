import { describe, expect, it } from 'vitest';
import { restApi, route, webSocketApi } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';
import { connectClient } from './web-socket-client.ts';

const ROUTES = { $connect: 'connect', $default: 'default', prompt: 'prompt' };
const HANDLERS = { connect: () => ok(), default: () => ok(), prompt: () => ok(), list: () => ok() };
const twoAtOnce = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 };

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html */
describe('the throttle of a stage', () => {
  it('limits each method of a REST API by itself', async () => {
    let now = 0;
    const api = restApi({}, { MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', ...twoAtOnce }] });
    const resources = [...api, ...route('GET', '/list', 'list'), ...route('GET', '/other', 'list')];
    const { url } = await startGateway(resources, HANDLERS, { now: () => now });
    const get = async (path: string) => (await fetch(url + path)).status;

    const list = [await get('/list'), await get('/list'), await get('/list')];
    const other = await get('/other');
    now += 1000;

    expect([list, other, await get('/list')]).toEqual([[200, 200, 429], 200, 200]);
  });

  it('limits the messages of each route of a WebSocket API, and keeps the connection', async () => {
    const api = webSocketApi(ROUTES, {}, { DefaultRouteSettings: twoAtOnce });
    const { webSocketUrl, eventsOf } = await startGateway(api, HANDLERS, { now: () => 0 });
    const { socket, next } = await connectClient(webSocketUrl);

    for (const message of ['one', 'two', 'three']) socket.send(message);
    const refused = await next();
    socket.send('{"action":"prompt"}');

    await expect.poll(() => eventsOf('prompt')).toHaveLength(1);
    expect(refused).toMatchObject({ message: 'Too Many Requests' });
    expect(eventsOf('default')).toHaveLength(2);
  });

  it('limits the handshakes of a WebSocket API', async () => {
    const api = webSocketApi(ROUTES, {}, { DefaultRouteSettings: twoAtOnce });
    const { webSocketUrl } = await startGateway(api, HANDLERS, { now: () => 0 });

    await connectClient(webSocketUrl);
    await connectClient(webSocketUrl);

    await expect(connectClient(webSocketUrl)).rejects.toThrow('Unexpected server response: 429');
  });
});
