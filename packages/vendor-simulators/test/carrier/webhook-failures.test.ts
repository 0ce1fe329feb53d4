import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Application } from './application.ts';
import { prepare } from './prepare.ts';

const SORRY = '<Response><Say>Please call later.</Say></Response>';

/** An application whose `/twiml` answers these statuses first, and whose `/fallback` says a sentence. */
const failing = (...statuses: number[]) => ({
  answer: (path: string) => {
    if (path === '/fallback') return { body: SORRY };
    const status = path === '/twiml' ? statuses.shift() : undefined;
    return status === undefined ? { body: '<Response><Say>Hello</Say></Response>' } : { status };
  },
});

/** A URL with a port on which nothing listens. */
async function refusing(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/twiml`;
}

const attempts = (application: Application) => application.at('/twiml').length;

describe('connection overrides', () => {
  it.each([
    ['rc=2&rp=5xx', [503, 503], 3, 'Hello'],
    ['rc=2&rp=5xx', [503, 503, 503], 3, 'application error'],
    ['rc=2&rp=4xx,ct', [503], 1, 'application error'],
    ['rc=1&rp=4xx', [429], 2, 'Hello'],
    ['', [503], 1, 'application error'],
  ])('#%s after %j makes %d attempts', async (fragment, statuses, times, heard) => {
    const { client, application } = await prepare(failing(...statuses));

    const url = `${application.url}/twiml${fragment === '' ? '' : `#${fragment}`}`;
    const details = await client.finished(await client.place(application, { Url: url }));

    expect(attempts(application)).toBe(times);
    expect(details.transcript[0]?.text).toContain(heard);
    // The fragment is neither sent nor signed.
    expect(application.received.every(({ isSigned }) => isSigned)).toBe(true);
  });
});

describe('a fallback', () => {
  it('is requested after the retries, with the error and the URL that failed', async () => {
    const { client, application } = await prepare(failing(503, 503));
    const Url = `${application.url}/twiml#rc=1&rp=5xx`;

    const details = await client.finished(
      await client.place(application, { Url, FallbackUrl: `${application.url}/fallback` }),
    );

    expect(details.transcript.map(({ text }) => text)).toEqual(['Please call later.']);
    expect(application.at('/fallback')).toEqual([
      expect.objectContaining({
        isSigned: true,
        form: expect.objectContaining({ ErrorCode: '11200', ErrorUrl: Url, CallSid: details.sid }),
      }),
    ]);
  });

  it('that fails, too, ends in the apology', async () => {
    const { client, application } = await prepare(failing(503));

    const details = await client.finished(await client.place(application, { FallbackUrl: await refusing() }));

    expect(details.transcript[0]?.text).toContain('application error');
  });
});
