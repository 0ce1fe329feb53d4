import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { restApi, route } from './api-resources.ts';
import { rawRequest } from './raw-request.ts';
import { ok, startGateway } from './start-gateway.ts';

const LONG = 'x'.repeat(1_000);

/** What an API with this property answers to a client that accepts these codings. */
async function answerTo(
  accept: string | undefined,
  api: Record<string, unknown> = { MinimumCompressionSize: 1_000 },
  response: Record<string, unknown> = { body: LONG },
) {
  const resources = [...restApi(api), ...route('GET', '/v1/calls', 'list')];
  const { url } = await startGateway(resources, { list: () => ok(undefined, response) });
  const headers = accept === undefined ? {} : { 'Accept-Encoding': accept };
  const answer = await rawRequest(`${url}/v1/calls`, { headers });
  const at = answer.headers.findIndex((name) => name.toLowerCase() === 'content-encoding');
  return { coding: at < 0 ? undefined : answer.headers[at + 1], body: answer.body };
}

describe('an API with a minimum compression size', () => {
  it.each([
    'gzip',
    'gzip, deflate, br, zstd',
    'br, gzip',
    'deflate;q=0.5, gzip',
  ])('compresses its answer with gzip for Accept-Encoding: %s', async (accept) => {
    const { coding, body } = await answerTo(accept);

    expect(coding).toBe('gzip');
    expect(gunzipSync(body).toString()).toBe(LONG);
  });

  it('compresses with deflate for a client that knows no gzip', async () => {
    const { coding, body } = await answerTo('deflate, br');

    expect(coding).toBe('deflate');
    expect(inflateSync(body).toString()).toBe(LONG);
  });

  it.each([
    undefined,
    '*',
    'br',
    'identity',
    'gzip;q=0',
    'br, gzip;q=0.5',
  ])('does not compress for Accept-Encoding: %s', async (accept) => {
    const { coding, body } = await answerTo(accept);

    expect(coding).toBeUndefined();
    expect(body.toString()).toBe(LONG);
  });

  it('leaves a smaller answer, and one that its function has encoded', async () => {
    const size = { MinimumCompressionSize: 1_000 };

    const small = await answerTo('gzip', size, { body: LONG.slice(1) });
    const encoded = await answerTo('gzip', size, { body: LONG, headers: { 'content-encoding': 'br' } });

    expect([small.coding, small.body.length]).toEqual([undefined, 999]);
    expect([encoded.coding, encoded.body.toString()]).toEqual(['br', LONG]);
  });
});

describe('an API without a minimum compression size', () => {
  it('never compresses', async () => {
    const { coding } = await answerTo('gzip', {});

    expect(coding).toBeUndefined();
  });
});
