import { DEFAULT_PROVIDERS } from '@aws-lambda-powertools/parameters/base';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Peer } from '../../support/peer.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { CREDENTIALS } from '../../support/table/variables.ts';

const SID = `AC${'7'.repeat(32)}`;
const OF_PLATFORM = { user_id: 'u' };

/** What tells a request that its time is over. */
const CLOCK = ['performance'] as const;
const TIMERS = [...CLOCK, 'setTimeout', 'clearTimeout'] as const;

/** The platform's secret as Secrets Manager has it. */
const FIRST = { token: 'first', reads: 0, hangs: false, onRead: () => {} };
const secret = { ...FIRST };
const secrets = new Peer((_, response) => {
  secret.reads += 1;
  secret.onRead();
  if (secret.hangs) return undefined;
  const SecretString = JSON.stringify({ account_sid: SID, auth_token: secret.token });
  return response.end(JSON.stringify({ SecretString }));
});

/** A vendor that refuses every token but one, and counts the requests. */
const vendor = { token: 'first', requests: 0 };
const countingVendor = new Peer(({ headers }, response) => {
  vendor.requests += 1;
  const [, basic = ''] = (headers.authorization ?? '').split(' ');
  const isRight = Buffer.from(basic, 'base64').toString() === `${SID}:${vendor.token}`;
  response.writeHead(isRight ? 200 : 401).end(JSON.stringify(isRight ? {} : { code: 20003 }));
});

const table = await tableOfFile();
let accounts: typeof import('../../../lambdas/account-connections/telephony-accounts.ts');
let errors: typeof import('../../../lambdas/vendors/telephony/vendor-errors.ts');

afterAll(() => Promise.all([secrets.close(), countingVendor.close()]));
Object.assign(process.env, CREDENTIALS, {
  AWS_ENDPOINT_URL_SECRETS_MANAGER: await secrets.listen(),
  TELEPHONY_SECRET_ARN: 'telephony',
  TELEPHONY_API_URL: await countingVendor.listen(),
});

beforeEach(async () => {
  Object.assign(secret, FIRST);
  Object.assign(vendor, { token: 'first', requests: 0 });
  // Each test is a new container.
  vi.resetModules();
  delete DEFAULT_PROVIDERS.secrets;
  accounts = await import('../../../lambdas/account-connections/telephony-accounts.ts');
  errors = await import('../../../lambdas/vendors/telephony/vendor-errors.ts');
});

afterEach(() => vi.useRealTimers());

async function platform() {
  const client = await accounts.telephonyClientOf(table, OF_PLATFORM);
  if (!client) throw new Error('The platform has an account.');
  return client;
}

/** The outcome of a request: `ok`, or the error's name and status. */
const outcomeOf = (request: Promise<unknown>) =>
  request.then(
    () => 'ok',
    (error: Error & { status?: number }) => `${error.name} ${error.status ?? ''}`.trim(),
  );

describe('a request with the platform’s account', () => {
  it.each<[string, (client: Awaited<ReturnType<typeof platform>>) => Promise<unknown>]>([
    ['of the REST API', (client) => client.request('GET', '/Calls.json')],
    ['of the pricing API', (client) => client.pricing().request('GET', '/PhoneNumbers/Countries/US')],
    ['for a file', (client) => client.download('/Recordings/RE0.mp3', 1_000)],
  ])('%s is sent again when the vendor promoted the token that the secret has by now', async (_, ask) => {
    const client = await platform();
    const before = await outcomeOf(ask(client));

    secret.token = vendor.token = 'second';

    expect([before, await outcomeOf(ask(client))]).toEqual(['ok', 'ok']);
    // What is cached is new, too.
    expect(await outcomeOf(ask(await platform()))).toBe('ok');
    expect(secret.reads).toBe(2);
  });

  it('is sent twice with the new token only, by all clients together after one read', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, platform));
    secret.token = vendor.token = 'second';
    secret.reads = 0;
    // The machine's speed is not measured.
    vi.useFakeTimers({ toFake: ['Date'] });

    const outcomes = await Promise.all(clients.map((client) => outcomeOf(client.request('GET', '.json'))));
    const [again] = clients;
    outcomes.push(await outcomeOf(again!.request('GET', '.json')));

    expect(new Set(outcomes)).toEqual(new Set(['ok']));
    expect([vendor.requests, secret.reads]).toEqual([2 * 20 + 1, 1]);
  });

  it('is sent once under a wrong token, and causes at most one read a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vendor.token = 'unknown to us';
    const client = await platform();
    secret.reads = 0;

    const outcomes = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      outcomes.add(await outcomeOf(client.request('GET', '.json')));
      vi.setSystemTime(Date.now() + 100);
    }

    expect([...outcomes]).toEqual(['VendorRefusal 401']);
    expect([vendor.requests, secret.reads]).toEqual([50, 5]);
  });

  it.each([
    ['the secret is not read', { hangs: true, toFake: TIMERS }],
    ['the secret is read late', { hangs: false, toFake: TIMERS }],
    ['no time is left for the new token', { hangs: false, toFake: CLOCK }],
  ] as const)('may be repeated if %s in the time of a request', async (_, { hangs, toFake }) => {
    const client = await platform();
    secret.token = vendor.token = 'second';
    secret.hangs = hangs;
    vi.useFakeTimers({ toFake: [...toFake] });
    secret.onRead = () => vi.advanceTimersByTime(15_000);

    await expect(client.request('GET', '.json')).rejects.toBeInstanceOf(errors.VendorUnreachable);
    expect(vendor.requests).toBe(1);
  });
});
