import {
  NUMBER_SEARCHES_PER_MINUTE,
  PLATFORM_NUMBER_SEARCHES_PER_MINUTE,
} from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { platformNumberSearchesKey, rateLimitKey } from '../../store/table/keys.ts';
import { consumeToken, perMinute, returnToken } from '../../store/table/rate-limit.ts';
import type { Table } from '../../store/table/table.ts';
import { ApiError } from '../errors.ts';

interface Search {
  readonly userId: string;
  /** The user's own account that is searched; null for the platform's. */
  readonly connection: string | null;
  readonly now: Date;
}

/**
 * Counts a search for numbers against the user's limit and, on the platform's account, against that of all users: the
 * vendor limits the requests of an account at a time, and the calls of all users need them. Throws if one is
 * reached.
 */
export async function takeNumberSearch(table: Table, { userId, connection, now }: Search): Promise<void> {
  const own = readVariable(NUMBER_SEARCHES_PER_MINUTE);
  const key = rateLimitKey(userId, 'number_searches');
  const use = { limit: perMinute(own), now };
  const waitMs = await consumeToken(table, key, use);
  if (waitMs > 0) throw tooMany(`You may search for numbers ${own} times a minute`, waitMs);
  if (connection !== null) return;
  const all = readVariable(PLATFORM_NUMBER_SEARCHES_PER_MINUTE);
  const allWaitMs = await consumeToken(table, platformNumberSearchesKey, { limit: perMinute(all), now });
  if (allWaitMs === 0) return;
  await returnToken(table, key, use);
  throw tooMany('All users together have reached the vendor’s limit of number searches', allWaitMs);
}

/**
 * Runs a purchase, which searches for a number first. Per minute, as many of a user may find nothing as the user may
 * search; one that succeeds is not counted. It is counted first, so that many at once are refused, too.
 */
export async function limitVainPurchases<Bought>(
  table: Table,
  { userId, now }: Pick<Search, 'userId' | 'now'>,
  buy: () => Promise<Bought | undefined>,
): Promise<Bought | undefined> {
  const most = readVariable(NUMBER_SEARCHES_PER_MINUTE);
  const key = rateLimitKey(userId, 'vain_purchases');
  const use = { limit: perMinute(most), now };
  const waitMs = await consumeToken(table, key, use);
  if (waitMs > 0) throw tooMany(`At most ${most} purchases a minute may find no number`, waitMs);
  const bought = await buy();
  if (bought !== undefined) await returnToken(table, key, use);
  return bought;
}

function tooMany(what: string, waitMs: number): ApiError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const msg = `${what}; try again in ${retryAfterSeconds} seconds.`;
  return new ApiError('too_many', [{ loc: [], msg, type: 'too_many_number_searches' }], {
    retryAfterSeconds,
  });
}
