import { describe, expect, it } from 'vitest';
import { handleConnection } from '../../src/aws/connections/connections-service.ts';
import { accessOf } from '../../src/aws/protocol/access.ts';
import { AWS_LIMITS } from '../../src/limits/aws-limits.ts';
import { restApi, route, webSocketApi } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';
import { connectClient } from './web-socket-client.ts';

const ROUTES = { $connect: 'connect', $default: 'default', prompt: 'prompt' };
const HANDLERS = { connect: () => ok(), default: () => ok(), prompt: () => ok(), list: () => ok() };
const REFUSED = {
  message: 'Too Many Requests',
  connectionId: expect.any(String),
  requestId: expect.any(String),
};

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
describe('the limits of an account', () => {
  const resources = [...restApi(), ...route('GET', '/list', 'list'), ...webSocketApi(ROUTES)];
  const fn = { ...resources[0]!, type: 'AWS::Lambda::Function', attributes: { Arn: 'arn:aws:lambda:r:1:f' } };

  it('are shared by REST APIs, WebSocket APIs and commands to connections', async () => {
    let now = 0;
    const limits = { ...AWS_LIMITS.gateway, requests: { rate: 1, burst: 4 } };
    const running = await startGateway(resources, HANDLERS, { now: () => now, limits });
    const client = await connectClient(running.webSocketUrl);
    const { connectionId } = running.eventsOf('connect')[0].requestContext;
    const { connections } = running.gateway;
    const post = () =>
      handleConnection(
        { method: 'POST', path: `/@connections/${connectionId}`, body: Buffer.from('hello') },
        {
          connections,
          resources: [...resources, fn],
          access: accessOf({ kind: 'operator' }, resources),
        },
      );
    const get = async () => (await fetch(`${running.url}/list`)).status;

    const statuses = [await get()];
    const posted = await post();
    const heard = await client.next();
    client.socket.send('a');
    await expect.poll(() => running.eventsOf('default')).toHaveLength(1);
    statuses.push(await get());
    client.socket.send('b');
    const refused = await client.next();
    const refusedPost = post();

    expect(statuses).toEqual([200, 429]);
    expect([posted.status, heard]).toEqual([200, 'hello']);
    expect(refused).toEqual(REFUSED);
    await expect(refusedPost).rejects.toMatchObject({ code: 'LimitExceededException', status: 429 });
    now += 1000;
    expect(await get()).toBe(200);
  });

  it('hold for new connections', async () => {
    let now = 0;
    const limits = { ...AWS_LIMITS.gateway, newConnections: { rate: 1, burst: 1 } };
    const { webSocketUrl } = await startGateway(resources, HANDLERS, { now: () => now, limits });
    await connectClient(webSocketUrl);

    await expect(connectClient(webSocketUrl)).rejects.toThrow('Unexpected server response: 429');
    now += 1000;

    await connectClient(webSocketUrl);
  });
});
