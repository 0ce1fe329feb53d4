import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchOutbound, sendOutbound } from '../../lambdas/platform/outbound/outbound-request.ts';
import { guardedLookup, type Resolve } from '../../lambdas/platform/outbound/public-address.ts';
import { SELF_SIGNED } from '../support/peers/self-signed-certificate.ts';
import { FORBIDDEN_URLS } from '../support/service/forbidden-urls.ts';

const LOOPBACK = ['127.0.0.0/8'];
const running: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of running.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server until the end of the test. Returns its port. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({ server, sockets });
  return (server.address() as AddressInfo).port;
}

const receiver = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listen(createHttpServer(answer))}/hook`;

function send(url: string, { timeoutMs = 10_000, allowedNetworks = LOOPBACK } = {}) {
  process.env.OUTBOUND_ALLOWED_NETWORKS = allowedNetworks.join(',');
  return sendOutbound({
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs,
    maxBytes: 4096,
  });
}

describe('a receiver that', () => {
  it('hangs is given up after the time-out', async () => {
    const url = await receiver(() => {});

    await expect(send(url, { timeoutMs: 200 })).rejects.toThrow(/aborted|timeout/i);
  });

  it('answers with more than a whole answer may have is refused', async () => {
    const url = new URL(await receiver((_, response) => response.end('x'.repeat(4097))));
    process.env.OUTBOUND_ALLOWED_NETWORKS = LOOPBACK.join(',');
    const request = { url, headers: {}, timeoutMs: 10_000 };

    const { body } = await fetchOutbound({ ...request, method: 'GET', maxBytes: 4097 });

    expect(body).toHaveLength(4097);
    await expect(fetchOutbound({ ...request, method: 'GET', maxBytes: 4096 })).rejects.toThrow('longer');
  });

  const JSON_TEXT = '{"name":"José €"}';
  const marked = Buffer.from(`\uFEFF${JSON_TEXT}`);
  const inUtf16 = (text: string) => Buffer.from(text, 'utf16le');
  const inWindows = Buffer.from('{"name":"Jos\xe9 \x80"}', 'latin1');
  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8 with a byte order mark and another charset', marked, 'a/b; charset=latin1'],
    ['UTF-16 LE with a byte order mark', inUtf16(`\uFEFF${JSON_TEXT}`), undefined],
    ['UTF-16 BE with a byte order mark', inUtf16(`\uFEFF${JSON_TEXT}`).swap16(), undefined],
    ['UTF-16 LE without one', inUtf16(JSON_TEXT), 'application/json; charset=utf-8'],
    ['UTF-16 BE without one', inUtf16(JSON_TEXT).swap16(), 'application/json'],
    ['Windows-1252 by its header', inWindows, 'application/json;Charset="windows-1252"'],
    ['an unknown charset', Buffer.from(JSON_TEXT), 'application/json; charset=made-up'],
  ])('answers in %s is understood', async (_, bytes, contentType) => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const url = await receiver((_, response) => response.writeHead(200, headers).end(bytes));
    const asked = { url: new URL(url), method: 'GET', headers: {}, timeoutMs: 10_000 } as const;

    expect((await send(url)).body).toBe(JSON_TEXT);
    expect((await fetchOutbound({ ...asked, maxBytes: 4096 })).body).toBe(JSON_TEXT);
  });

  it('answers with text that is longer than its bytes is bounded by the text', async () => {
    process.env.OUTBOUND_ALLOWED_NETWORKS = LOOPBACK.join(',');
    const headers = { 'content-type': 'text/plain; charset=windows-1252' };
    const url = new URL(await receiver((_, response) => response.writeHead(200, headers).end(euros)));
    const euros = Buffer.alloc(1400, 0x80);
    const request = { url, method: 'GET', headers: {}, timeoutMs: 10_000 } as const;

    await expect(fetchOutbound({ ...request, maxBytes: 4096 })).rejects.toThrow('longer than 4096 bytes');
    expect((await fetchOutbound({ ...request, maxBytes: 4200 })).body).toBe('€'.repeat(1400));
  });

  it('redirects is not followed', async () => {
    const asked: string[] = [];
    const elsewhere = await receiver(({ url = '' }, response) => {
      asked.push(url);
      response.end();
    });
    const locations = ['http://169.254.169.254/latest/meta-data/', elsewhere];
    for (const location of locations) {
      const url = await receiver((_, response) => response.writeHead(307, { location }).end());
      expect(await send(url)).toMatchObject({ status: 307 });
    }

    expect(asked).toEqual([]);
  });

  it('has an untrusted certificate receives nothing', async () => {
    let asked = 0;
    const port = await listen(
      createHttpsServer(SELF_SIGNED, (_, response) => {
        asked += 1;
        response.end();
      }),
    );

    await expect(
      send(`https://localhost:${port}/`, { allowedNetworks: ['127.0.0.0/8', '::1/128'] }),
    ).rejects.toThrow(/self-signed|ECONNREFUSED/);
    expect(asked).toBe(0);
  });
});

describe('a destination that is not public', () => {
  const destinations = FORBIDDEN_URLS.filter((text) => URL.parse(text)?.username === '');

  it.each(destinations)('is refused: %s', async (text) => {
    await expect(send(text, { allowedNetworks: [] })).rejects.toThrow(/not public|not allowed|Only http/);
  });

  it('is refused by its host name, too', async () => {
    const port = await listen(createHttpServer((_, response) => response.end()));

    await expect(send(`http://localhost:${port}/`, { allowedNetworks: [] })).rejects.toThrow(/not public/);
  });
});

describe('a host name with a changing address', () => {
  /** Resolves to a public address at first, and to a loopback one from then on. */
  function rebinding(): Resolve {
    let asked = 0;
    return (hostname, options, callback) => {
      asked += 1;
      if (asked > 1) lookup(hostname, options, callback);
      else callback(null, [{ address: '203.0.113.5', family: 4 }]);
    };
  }

  it('is judged by the address to which the request connects', async () => {
    let asked = 0;
    const port = await listen(
      createHttpServer((_, response) => {
        asked += 1;
        response.end();
      }),
    );
    // Documentation addresses stand for public ones: they never answer.
    const guarded = guardedLookup(['203.0.113.0/24'], rebinding());
    const connect = () =>
      new Promise((resolve, reject) => {
        const options = { host: 'localhost', port, agent: false, lookup: guarded, timeout: 100 };
        const attempt = request(options, resolve).on('error', reject).end();
        attempt.on('timeout', () => attempt.destroy(new Error('nobody answers')));
      });

    // The first lookup returns the public address, as for a check before the request; the second returns the
    // loopback one.
    await expect(connect()).rejects.toThrow();
    await expect(connect()).rejects.toThrow(/127\.0\.0\.1 is not public|::1 is not public/);
    expect(asked).toBe(0);
  });

  it('is refused when one of its addresses is not public', async () => {
    const both: Resolve = (_, __, callback) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    const looked = new Promise<Error | null>((resolve) => {
      guardedLookup([], both)('example.com', { all: true }, (error) => resolve(error));
    });

    expect(await looked).toMatchObject({ message: 'The address 10.0.0.1 is not public.' });
  });
});
