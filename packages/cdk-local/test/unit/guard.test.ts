import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isForeign } from '../../src/guard.ts';
import { restApi, route, webSocketApi } from '../gateway/api-resources.ts';
import { rawRequest } from '../gateway/raw-request.ts';
import { ok, startGateway } from '../gateway/start-gateway.ts';
import { connectClient } from '../gateway/web-socket-client.ts';

const host = '127.0.0.1:3000';

describe('a request to port 3000 of this machine', () => {
  it.each([
    [{ host }, 'any, of this machine, own'],
    [{ host: 'LOCALHOST:3000', origin: 'http://127.0.0.1:3000' }, 'any, of this machine, own'],
    [{ host: '[::1]:3000', origin: 'https://localhost:5173' }, 'any, of this machine'],
    [{ host, origin: 'http://127.0.0.1' }, 'any, of this machine'],
    [{ host, origin: 'https://evil.example' }, 'any'],
    [{ host, origin: 'http://127.0.0.1.evil.example:3000' }, 'any'],
    [{ host, origin: 'http://evil.example#127.0.0.1:3000' }, 'any'],
    [{ host, origin: 'null' }, 'any'],
    [{ host: 'rebound.example:3000' }, ''],
    [{ host: 'localhost.rebound.example:3000', origin: 'http://127.0.0.1:3000' }, ''],
    [{ host: '127.0.0.1:3001' }, ''],
    [{ host: '127.0.0.1' }, ''],
    [{ host: '0.0.0.0:3000' }, ''],
    [{}, ''],
  ])('with %j is answered for pages: %s', (headers, answered) => {
    const message = { headers, socket: { localPort: 3000 } } as unknown as IncomingMessage;
    const all = ['any', 'of this machine', 'own'] as const;

    expect(all.filter((pages) => !isForeign(message, pages)).join(', ')).toBe(answered);
  });
});

it('a gateway invokes no function for another host, nor for a foreign page that opens a WebSocket', async () => {
  const resources = [
    ...restApi(),
    ...route('GET', '/v1/calls', 'list'),
    ...webSocketApi({ $connect: 'connect' }),
  ];
  const handlers = { list: () => ok(), connect: () => ok() };
  const { url, webSocketUrl, calls } = await startGateway(resources, handlers);
  const statusWith = async (headers: Record<string, string>) =>
    (await rawRequest(`${url}/v1/calls`, { headers })).status;

  expect(await statusWith({ Host: 'rebound.example' })).toBe(403);
  for (const headers of [{ Host: 'rebound.example' }, { Origin: 'https://evil.example' }])
    await expect(connectClient(webSocketUrl, { headers })).rejects.toThrow('403');
  expect(calls).toEqual([]);
  // As on AWS, the API says itself which pages may ask it.
  expect(await statusWith({ Origin: 'https://evil.example' })).toBe(200);
});
