import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Conflict,
  ConnectionFailed,
  createClient,
  RateLimited,
  ServiceFailed,
} from 'phone-call-agents-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const refusal = (status: number, type: string, headers = {}) =>
  json({ detail: [{ loc: ['header', 'x'], msg: 'No.', type }] }, status, headers);

/** A client whose service answers with these in turn; the last one stays. */
function clientOf(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn((_url: string, _init: RequestInit) => {
    const answer = answers[Math.min(fetch.mock.calls.length, answers.length) - 1];
    return Promise.resolve().then(() => answer!());
  });
  const client = createClient({ baseUrl: 'https://api.example/', token: 't', fetch });
  const sent = (at: number) => ({
    url: fetch.mock.calls[at]![0],
    headers: fetch.mock.calls[at]![1].headers as Record<string, string>,
  });
  return { client, fetch, sent };
}

const unreachable = () => Promise.reject(new TypeError('fetch failed'));
const body = { name: 'a' };

/** Milliseconds that pass until the promise is settled. */
async function msUntil(settled: Promise<unknown>): Promise<number> {
  const began = Date.now();
  let end: number | undefined;
  void settled.catch(() => undefined).finally(() => (end = Date.now()));
  while (end === undefined) await vi.advanceTimersByTimeAsync(100);
  return end - began;
}

describe('a request', () => {
  it('names the version, the token and the program, and leaves out what is undefined', async () => {
    const { client, sent } = clientOf(() => json([]));

    await client.get('/v1/audit', { query: { kind: undefined, record: 'a&b', size: 5 } });

    const { version } = JSON.parse(readFileSync('packages/client/package.json', 'utf8'));
    expect(sent(0).url).toBe('https://api.example/v1/audit?record=a%26b&size=5');
    expect(sent(0).headers).toEqual({
      'api-version': '2026-11',
      authorization: 'Bearer t',
      'user-agent': `phone-call-agents-client/${version}`,
    });
  });

  it('has another key for each POST, unless one is given', async () => {
    const { client, sent } = clientOf(() => json({}));

    for (const idempotencyKey of [undefined, undefined, 'own'])
      await client.post('/v1/calls/end', { query: { id: 'c' }, idempotencyKey });

    const keys = [0, 1, 2].map((at) => sent(at).headers['idempotency-key']!);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('own');
  });

  it('exposes the revision, and sends the one that it must find', async () => {
    const { client, sent } = clientOf(() => json({ id: 'a' }, 200, { etag: '"r1"' }));

    const { data, revision } = await client.send('GET', '/v1/agents', { query: { id: 'a' } });
    await client.post('/v1/agents/update', { query: { id: data.id }, body, ifMatch: revision });

    expect(sent(1).headers['if-match']).toBe('"r1"');
  });
});

describe('a request that fails', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['without an answer', unreachable],
    ['of a proxy, 502', () => new Response('<html>', { status: 502 })],
    ['of the gateway, 502', () => refusal(502, 'internal_error')],
    ['503', () => refusal(503, 'internal_error')],
    ['429', () => refusal(429, 'rate_limited')],
    ['of a repeat while the first one runs', () => refusal(409, 'request_in_progress')],
  ])('%s is repeated with its key after a backoff', async (_, failure) => {
    const { client, fetch, sent } = clientOf(failure, failure, () => json({ id: 'a' }));

    const answer = client.post('/v1/agents/create', { body: {} as never });
    const ms = await msUntil(answer);

    expect(await answer).toEqual({ id: 'a' });
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(sent(2).headers['idempotency-key']).toBe(sent(0).headers['idempotency-key']);
    expect(ms).toBeGreaterThanOrEqual(700);
    expect(ms).toBeLessThanOrEqual(1_700);
  });

  it.each([
    ['by a wrong field', () => refusal(422, 'missing')],
    ['by a conflict', () => refusal(409, 'do_not_call')],
    ['by the telephony vendor', () => refusal(502, 'telephony_refused')],
    ['with a wait of over a minute', () => refusal(429, 'rate_limited', { 'retry-after': '61' })],
  ])('%s is not repeated', async (_, failure) => {
    const { client, fetch } = clientOf(failure);

    await expect(client.get('/v1/usage')).rejects.toThrow('GET /v1/usage was refused');
    expect(fetch).toHaveBeenCalledOnce();
  });

  it.each([
    ['7', 7_000],
    [new Date(Date.UTC(2026, 0, 1, 0, 0, 5)).toUTCString(), 5_000],
  ])('waits as Retry-After says: %s', async (after, expected) => {
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    const { client } = clientOf(
      () => refusal(429, 'rate_limited', { 'retry-after': after }),
      () => json({}),
    );

    const ms = await msUntil(client.get('/v1/usage'));

    expect(ms).toBeGreaterThanOrEqual(expected);
    expect(ms).toBeLessThan(expected + 200);
  });

  it('gives up after its retries, with what is known of the failure', async () => {
    const { client, fetch } = clientOf(() => refusal(500, 'internal_error', { 'x-request-id': 'r-1' }));

    const answer = client.get('/v1/usage', { retries: 5 });
    await msUntil(answer);

    await expect(answer).rejects.toBeInstanceOf(ServiceFailed);
    await expect(answer).rejects.toMatchObject({ status: 500, requestId: 'r-1' });
    expect(fetch).toHaveBeenCalledTimes(6);
  });

  it('names the failure rather than the repeat that met the first request', async () => {
    const running = () => refusal(409, 'request_in_progress');
    const { client } = clientOf(() => refusal(500, 'internal_error'), running);

    const answer = client.post('/v1/calls/end', { query: { id: 'c' } });
    await msUntil(answer);

    await expect(answer).rejects.toMatchObject({ status: 500 });
    const { client: other } = clientOf(running);
    const second = other.post('/v1/calls/end', { query: { id: 'c' } });
    await msUntil(second);
    await expect(second).rejects.toBeInstanceOf(Conflict);
  });

  it('stops waiting when it is aborted', async () => {
    const { client, fetch } = clientOf(() => refusal(429, 'rate_limited', { 'retry-after': '30' }));
    const stop = new AbortController();

    const answer = client.get('/v1/usage', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 1_000);

    expect(await msUntil(answer)).toBeLessThan(1_200);
    await expect(answer).rejects.toThrow('enough');
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('reads an error that is not of the API', async () => {
    const { client } = clientOf(() => json({ detail: [1, { loc: 'x' }] }, 429, { 'retry-after': 'soon' }));

    const error = await client.get('/v1/usage', { retries: 0 }).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ issues: [], retryAfterSeconds: undefined });
  });

  it('says so if something else answers', async () => {
    const { client } = clientOf(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));

    await expect(client.get('/v1/usage', { retries: 0 })).rejects.toThrow("doesn't answer as the API does");
  });
});

describe('a list', () => {
  const pageWith = (items: object[], more: object) => () =>
    json({ items, size: 1, has_more: true, ...more }, 200);

  it('is read page by page, by the cursors in its links', async () => {
    const link = '</v1/audit?cursor=n%2B1&size=1>; rel="next", </v1/audit>; rel="first"';
    const { client, sent, fetch } = clientOf(
      () => json([{ id: '1' }], 200, { link }),
      () => json([{ id: '2' }], 200, { link: '</v1/audit>; rel="first"' }),
    );

    const ids: string[] = [];
    for await (const { id } of client.list('/v1/audit', { query: { kind: 'agent' } })) ids.push(id);

    expect(ids).toEqual(['1', '2']);
    expect(sent(1).url).toBe('https://api.example/v1/audit?kind=agent&cursor=n%2B1');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is read by numbers if it has no cursors, and only as far as it is wanted', async () => {
    const { client, sent, fetch } = clientOf(
      pageWith([{ version: 3 }], { page: 1 }),
      pageWith([{ version: 2 }], { page: 2 }),
    );

    for await (const { version } of client.list('/v1/agents/versions', { query: { id: 'a' } }))
      if (version === 2) break;

    expect(sent(1).url).toContain('?id=a&page=2');
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('over a network that fails', () => {
  let answer: (response: ServerResponse, attempt: number) => void;
  let attempts = 0;
  const server = createServer((_, response) => answer(response, ++attempts));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = () => createClient({ baseUrl: origin() });

  beforeEach(async () => {
    attempts = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('repeats a request whose connection broke within the answer', async () => {
    answer = (response, attempt) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 12 });
      return attempt === 1 ? response.write('{"id"', () => response.destroy()) : response.end('{"id":"abc"}');
    };

    expect((await client().request('GET', '/v1/usage')).data).toEqual({ id: 'abc' });
    expect(attempts).toBe(2);
  });

  it('gives up an attempt that takes too long, and tells it from an abort', async () => {
    answer = () => undefined;
    const stop = new AbortController();

    await expect(client().get('/v1/usage', { timeoutMs: 50, retries: 1 })).rejects.toThrow(
      new ConnectionFailed(`${origin()} did not answer within 0.05 seconds.`),
    );
    expect(attempts).toBe(2);
    const waiting = client().get('/v1/usage', { signal: stop.signal });
    await vi.waitFor(() => expect(attempts).toBe(3));
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
