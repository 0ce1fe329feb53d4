import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import * as z from 'zod';
import { callbackPath } from '../../lambdas/calls/callback-urls.ts';
import { FALLBACK_PATH } from '../../lambdas/numbers/number-urls.ts';

/** The addresses of an environment, without trailing slashes. */
export interface Addresses {
  readonly api: string;
  readonly callbacks: string;
  readonly relay: string;
}

export interface Finding {
  readonly check: string;
  /** What is wrong. Undefined if the check passed. */
  readonly fault?: string;
}

interface SmokeOptions {
  readonly addresses: Addresses;
  /** The configured sentence for an outage. */
  readonly outage: string;
  /** Milliseconds before a failed check is repeated, because a new deployment takes a while to serve. @default 5,000 */
  readonly waitMs?: number;
}

const ATTEMPTS = 4;

/** Milliseconds that an answer may take, including a cold start. */
const PATIENCE_MS = 15_000;

/** Looks like a signature, but grants nothing: the service would refuse the conversation's setup. */
const SIGNATURE = `${'A'.repeat(27)}=`;

/** Throws if its part of the environment doesn't work. */
type Check = (options: SmokeOptions) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  'the API serves its document, with its own URL': async ({ addresses: { api } }) => {
    const response = await ask(`${api}/v1/openapi.json`, 200);
    const { servers } = z
      .object({ servers: z.array(z.object({ url: z.string() })) })
      .parse(await response.json());
    if (servers[0]?.url !== api) throw new Error(`The document has the URL ${servers[0]?.url}.`);
  },
  'the API refuses an unknown token': async ({ addresses: { api } }) => {
    // A 401 shows that the authorizer read the table.
    await ask(`${api}/v1/agents/list`, 401, { headers: { authorization: 'Bearer unknown' } });
  },
  'callers hear a sentence in an outage': async ({ addresses: { callbacks }, outage }) => {
    const response = await ask(`${callbacks}${FALLBACK_PATH}`, 200, post());
    if (!(await response.text()).includes(outage)) throw new Error('The response has another sentence.');
  },
  'a callback without our key is refused': async ({ addresses: { callbacks } }) => {
    const nil = '00000000-0000-4000-8000-000000000000';
    const path = callbackPath('status').replace('{user_id}', nil).replace('{call_id}', nil);
    const response = await ask(`${callbacks}${path.replace('{key}', 'unknown')}`, 403, post());
    // API Gateway would refuse an unknown path with the same status.
    if (!(await response.text()).includes('key'))
      throw new Error('The answer does not come from the function.');
  },
  'a WebSocket opens only with a signature': async ({ addresses: { relay } }) => {
    const [without, signed] = [
      await handshake(relay, {}),
      await handshake(relay, { 'x-twilio-signature': SIGNATURE }),
    ];
    if (without !== 403 || signed !== 101)
      throw new Error(`The statuses are ${without} and ${signed}, not 403 and 101.`);
  },
};

/** Checks a deployed environment from outside, without credentials. It leaves no data. */
export async function* smokeCheck(options: SmokeOptions): AsyncGenerator<Finding> {
  for (const [check, run] of Object.entries(CHECKS)) {
    const fault = await faultOf(() => run(options), options.waitMs ?? 5000);
    yield fault === undefined ? { check } : { check, fault };
  }
}

async function faultOf(run: () => Promise<void>, waitMs: number): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      return undefined;
    } catch (error) {
      if (attempt === ATTEMPTS) return error instanceof Error ? error.message : String(error);
      await pause(waitMs);
    }
  }
}

const post = (): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: '',
});

async function ask(url: string, status: number, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.status !== status) throw new Error(`The status is ${response.status}, not ${status}.`);
  return response;
}

/** The status of the response: 101 if the WebSocket opened, which this then closes. */
function handshake(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { handshakeTimeout: PATIENCE_MS, headers });
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    socket.on('open', () => {
      resolve(101);
      socket.close();
    });
    socket.on('error', reject);
  });
}
