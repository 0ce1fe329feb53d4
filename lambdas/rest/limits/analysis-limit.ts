import { ANALYSES_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { rateLimitKey } from '../../store/table/keys.ts';
import { consumeToken, perMinute } from '../../store/table/rate-limit.ts';
import type { Table } from '../../store/table/table.ts';
import { ApiError } from '../errors.ts';

/**
 * Counts a further analysis of a call against the user's limit; throws if it is reached. The analyses of all users wait
 * in one queue, and those of one user must not delay the others'.
 */
export async function takeAnalysis(
  table: Table,
  { userId, now, loc }: { readonly userId: string; readonly now: Date; readonly loc: readonly string[] },
): Promise<void> {
  const most = readVariable(ANALYSES_PER_MINUTE);
  const key = rateLimitKey(userId, 'analyses');
  const waitMs = await consumeToken(table, key, { limit: perMinute(most), now });
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const msg = `You may ask for ${most} analyses a minute; try again in ${retryAfterSeconds} seconds.`;
  throw new ApiError('too_many', [{ loc: [...loc], msg, type: 'too_many_analysis_requests' }], {
    retryAfterSeconds,
  });
}
