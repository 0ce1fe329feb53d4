import { logger } from '../../platform/logger.ts';
import { rateLimitKey } from '../../platform/table/keys.ts';
import { consumeToken, type RateLimit } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { ApiError } from '../errors.ts';
import { requestLimit } from '../settings.ts';

/** Milliseconds until counting times out; then the request continues uncounted. */
const COUNTING_MS = 1_000;

/** Maximum number of rate-limited users that a container remembers. */
const MAX_REMEMBERED = 10_000;

export const REQUEST_LIMIT_VARIABLES = [requestLimit.rate, requestLimit.burst];

/** Until when (epoch milliseconds) a user is refused: a flood is answered without a write. */
const refusedUntil = new Map<string, number>();

/** Counts a request against its user's limit. It continues if counting fails, for instance in a throttled table. */
export function enforceRateLimit(table: Table, userId: string, now: Date): Promise<void> {
  const leftMs = (refusedUntil.get(userId) ?? 0) - now.getTime();
  if (leftMs > 0) throw rateLimited(leftMs);
  return count(table, userId, now);
}

async function count(table: Table, userId: string, now: Date): Promise<void> {
  const signal = AbortSignal.timeout(COUNTING_MS);
  const use = { limit: limitOfUser(), now, signal };
  const waitMs = await consumeToken(table, rateLimitKey(userId, 'requests'), use).catch((error: unknown) => {
    logger.warn('A request could not be counted; it continues.', { error });
    return 0;
  });
  if (waitMs === 0) return;
  if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();
  refusedUntil.set(userId, now.getTime() + waitMs);
  throw rateLimited(waitMs);
}

const limitOfUser = (): RateLimit => ({
  perSecond: readVariable(requestLimit.rate),
  burst: readVariable(requestLimit.burst),
});

function rateLimited(waitMs: number): ApiError {
  const { perSecond, burst } = limitOfUser();
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const msg = `You may make ${perSecond} requests per second, and ${burst} at once; try again in ${retryAfterSeconds} s.`;
  const issue = { loc: ['header', 'authorization'], msg, type: 'rate_limited' };
  return new ApiError('too_many', [issue], { retryAfterSeconds });
}
