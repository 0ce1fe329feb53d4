import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sessionOfLink } from '../src/session/session-of-link.ts';

/** A console whose address also serves the API. Returns its origin, and the requests to it. */
async function consoleWith(headers: Record<string, string>) {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers: given } = request;
    requests.push([method, url, given.authorization]);
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const { signal } = new AbortController();

it('exchanges the code of a link for a session, once', async () => {
  const { origin, requests } = await consoleWith({ 'set-cookie': '__Host-session=abc; Path=/; Secure' });

  const profile = await sessionOfLink(`${origin}/sign-in#one-time-code`, signal);

  expect(profile).toEqual({ url: origin, token: 'abc', consoleUrl: origin });
  expect(requests).toEqual([['POST', '/v1/sessions/create', 'Bearer one-time-code']]);
});

it('refuses a link without a code, and an answer without a session', async () => {
  const { origin } = await consoleWith({});

  await expect(sessionOfLink(`${origin}/sign-in`, signal)).rejects.toThrow('ends with #');
  await expect(sessionOfLink(`${origin}/sign-in#code`, signal)).rejects.toThrow('gave no session');
});
