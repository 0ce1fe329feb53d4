import { randomUUID } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formerAuthTokenKey } from '../../../lambdas/account-connections/store/keys.ts';
import { putExpiringText } from '../../../lambdas/platform/table/expiring-text.ts';
import { Peer } from '../../support/peer.ts';
import { addOwnAccount } from '../../support/table/own-account.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { CREDENTIALS } from '../../support/table/variables.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-05-04T12:00:00Z');
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

/** The platform's secret as Secrets Manager has it. */
const secret = { tokens: ['first'], changedAt: NOW, reads: 0, isDenied: false };

const server = new Peer(({ text }, response) => {
  secret.reads += 1;
  if (secret.isDenied) {
    response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException' }));
    return;
  }
  const { VersionStage = 'AWSCURRENT' } = JSON.parse(text);
  const auth_token = secret.tokens.at(VersionStage === 'AWSCURRENT' ? -1 : -2);
  if (auth_token === undefined) {
    response.writeHead(400).end(JSON.stringify({ __type: 'ResourceNotFoundException' }));
    return;
  }
  const SecretString = JSON.stringify({ account_sid: 'ACx', auth_token });
  response.end(JSON.stringify({ SecretString, CreatedDate: secret.changedAt.getTime() / 1000 }));
});

const table = await tableOfFile();
let isSignedByAccount: typeof import('../../../lambdas/account-connections/verify-signature.ts').isSignedByAccount;

afterAll(() => server.close());
const AWS_ENDPOINT_URL_SECRETS_MANAGER = await server.listen();
Object.assign(process.env, {
  ...CREDENTIALS,
  AWS_ENDPOINT_URL_SECRETS_MANAGER,
  TELEPHONY_SECRET_ARN: 'telephony',
});

beforeEach(async () => {
  Object.assign(secret, { tokens: ['first'], changedAt: NOW, reads: 0, isDenied: false });
  // Each test is a new container.
  vi.resetModules();
  ({ isSignedByAccount } = await import('../../../lambdas/account-connections/verify-signature.ts'));
});

const url = 'https://callbacks.example/telephony/x';
const form = { CallSid: 'CA1' };
const signedBy = (token: string, now = NOW) => ({
  signature: getExpectedTwilioSignature(token, url, form),
  url,
  form,
  now,
});

describe('a signature of the platform’s account', () => {
  const isValid = (token: string, now = NOW) => isSignedByAccount(table, undefined, signedBy(token, now));

  it('verifies by the new token at once, although the former one is cached', async () => {
    const before = await isValid('first');
    secret.tokens.push('second');

    expect([before, await isValid('second')]).toEqual([true, true]);
  });

  it('verifies by the former token for a day after the change, and no longer', async () => {
    secret.tokens.push('second');

    const valid = [await isValid('first', later(23 * HOUR_MS)), await isValid('first', later(25 * HOUR_MS))];

    expect(valid).toEqual([true, false]);
    expect(await isValid('second', later(25 * HOUR_MS))).toBe(true);
  });

  it('that is wrong causes no read of its own: 500 cause as many reads as one', async () => {
    await isValid('forged');
    const once = secret.reads;

    for (let second = 0; second < 500; second += 1) await isValid(`forged ${second}`, later(second * 50));

    expect(secret.reads).toBe(once);
  });
});

describe('a signature of the platform’s account whose secret cannot be read', () => {
  const isValid = (token: string, now: Date) => isSignedByAccount(table, undefined, signedBy(token, now));
  const outcomeOf = (check: Promise<boolean>) => check.catch(() => 'failed');

  /** The time of the change, when the secret may be read again. */
  const CHANGED = 30_000;
  let cached: string;
  let changed: string;

  beforeEach(async () => {
    [cached, changed] = [randomUUID(), randomUUID()];
    secret.tokens.push(cached);
    await isValid(cached, NOW);
    secret.tokens.push(changed);
    Object.assign(secret, { isDenied: true, reads: 0 });
    await outcomeOf(isValid(changed, later(CHANGED)));
    await readsToBe(READS);
  });

  /** Reads of an attempt: it fails by the first, while the other is on its way. */
  const READS = 2;
  const readsToBe = (count: number) =>
    vi.waitFor(() => expect(secret.reads).toBe(count), { timeout: 20_000 });

  it('verifies a second later, when it can be read again', async () => {
    secret.isDenied = false;

    const early = await outcomeOf(isValid(changed, later(CHANGED + 900)));
    const late = await outcomeOf(isValid(changed, later(CHANGED + 1_000)));

    expect([early, late]).toEqual(['failed', true]);
  });

  it('causes one attempt a second, whatever the number of signatures', async () => {
    for (let count = 1; count <= 200; count += 1)
      await outcomeOf(isValid(`forged ${count}`, later(CHANGED + count * 50)));

    await readsToBe(11 * READS);
  });

  it('keeps verifying by the cached token', async () => {
    expect(await outcomeOf(isValid(cached, later(CHANGED + 100)))).toBe(true);
  });
});

describe('a signature of a user’s own account', () => {
  async function makeConnection() {
    const user_id = randomUUID();
    return { user_id, telephony_account_connection: await addOwnAccount(table, user_id, 'ACx', 'present') };
  }

  const FORMER = { text: 'former', seconds: 24 * 3600, now: NOW };

  it('verifies by the former token for a day, and never by the platform’s', async () => {
    const of = await makeConnection();
    await putExpiringText(table, formerAuthTokenKey(of.user_id, of.telephony_account_connection), FORMER);
    const isValid = (token: string, now = NOW) => isSignedByAccount(table, of, signedBy(token, now));

    const valid = [
      await isValid('present'),
      await isValid('former', later(23 * HOUR_MS)),
      await isValid('former', later(25 * HOUR_MS)),
      await isValid('first'),
    ];

    expect(valid).toEqual([true, true, false, false]);
    expect(secret.reads).toBe(0);
  });

  it('does not verify by the former token of another account', async () => {
    const [own, other] = [await makeConnection(), await makeConnection()];
    await putExpiringText(
      table,
      formerAuthTokenKey(other.user_id, other.telephony_account_connection),
      FORMER,
    );

    expect(await isSignedByAccount(table, own, signedBy('former'))).toBe(false);
  });
});
