import { ANALYSES_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { requestBudgetKey } from '../../store/table/keys.ts';
import { useRateLimit } from '../../store/table/rate-limit.ts';
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
  const perMinute = readVariable(ANALYSES_PER_MINUTE);
  const limit = { perSecond: perMinute / 60, burst: perMinute };
  const waitMs = await useRateLimit(table, requestBudgetKey(userId, 'analyses'), { limit, now });
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const msg = `You may ask for ${perMinute} analyses a minute; try again in ${retryAfterSeconds} seconds.`;
  throw new ApiError('too_many', [{ loc: [...loc], msg, type: 'too_many_analysis_requests' }], {
    retryAfterSeconds,
  });
}
