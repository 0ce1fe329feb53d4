// The vendor limits the requests of an account, and the calls of all users need them: loops of one user end.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { FAILED_CHECKS } from '../../lambdas/account-connections/requests/require-valid-account.ts';
import { limitFailures } from '../../lambdas/http/limits/user-limits.ts';
import { FAILED_PURCHASES, takeNumberSearch } from '../../lambdas/numbers/requests/search-limit.ts';
import { tableOfFile } from '../support/table/table.ts';

const [OF_USER, OF_PLATFORM] = [4, 8];
const NOW = new Date('2026-01-01T12:00:00.000Z');

const table = await tableOfFile();
vi.stubEnv('FAILED_CHECKS_PER_MINUTE', String(OF_USER));
vi.stubEnv('NUMBER_SEARCHES_PER_MINUTE', String(OF_USER));
vi.stubEnv('PLATFORM_NUMBER_SEARCHES_PER_MINUTE', String(OF_PLATFORM));

/** How many of a user's concurrent attempts are not refused, and the types of the refusals. */
async function outcomes(attempt: () => Promise<unknown>, times = 12) {
  const settled = await Promise.allSettled(Array.from({ length: times }, attempt));
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const { retryAfterSeconds } of refusals.filter((one) => one.retryAfterSeconds !== undefined)) {
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  }
  const types = refusals.map(({ issues, message }) => issues?.[0].type ?? message);
  return Object.fromEntries(
    [...Map.groupBy(['', ...types], (type) => type)].map(([type, all]) =>
      type === '' ? ['permitted', times - types.length] : [type, all.length],
    ),
  );
}

describe('searches for numbers', () => {
  const searchAs = (userId: string, connection: string | null) => () =>
    takeNumberSearch(table, { userId, connection, now: NOW });

  it('end after a few of one user, and after more of all, who may search their own accounts', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];

    const loop = await outcomes(searchAs(first, null));
    await outcomes(searchAs(second, null), OF_PLATFORM - OF_USER);
    const platform = await outcomes(searchAs(third, null), OF_USER);
    const ownAccount = await outcomes(searchAs(third, randomUUID()), OF_USER);

    expect(loop).toEqual({ permitted: OF_USER, too_many_number_searches: 12 - OF_USER });
    expect(platform).toEqual({ permitted: 0, too_many_number_searches: OF_USER });
    expect(ownAccount).toEqual({ permitted: OF_USER });
  });

  it('by purchases that find nothing end after a few; purchases that succeed are not counted', async () => {
    const user = { userId: randomUUID(), now: NOW };
    for (let bought = 0; bought < 2 * OF_USER; bought++)
      await limitFailures(table, FAILED_PURCHASES, { ...user, run: async () => 'a number' });

    const run = async () => undefined;
    const vain = await outcomes(() => limitFailures(table, FAILED_PURCHASES, { ...user, run }));

    expect(vain).toEqual({ permitted: OF_USER, too_many_number_searches: 12 - OF_USER });
  });
});

it('checks of credentials end after a few that fail; those that succeed and those of other users are not counted', async () => {
  const [guesser, other] = [
    { userId: randomUUID(), now: NOW },
    { userId: randomUUID(), now: NOW },
  ];
  const check = (user: typeof guesser, run: () => Promise<true>) =>
    limitFailures(table, FAILED_CHECKS, { ...user, run });
  const succeed = async () => true as const;
  for (let checked = 0; checked < 2 * OF_USER; checked++) await check(guesser, succeed);

  const guesses = await outcomes(() => check(guesser, () => Promise.reject(new Error('wrong'))));

  expect(guesses).toEqual({ permitted: 0, wrong: OF_USER, too_many_failed_checks: 12 - OF_USER });
  await expect(check(other, succeed)).resolves.toBe(true);
});
