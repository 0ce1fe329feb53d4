import { type MetQuota, metQuotaMessage } from '../../domain/quotas/quota-exceeded.ts';
import { secondsUntilNextDay } from '../../domain/quotas/quotas.ts';
import { ApiError, type Fault } from '../errors.ts';

/** The fault of a request that exceeds a quota, at `loc`. */
export const quotaFault = (met: MetQuota, loc: readonly string[] = []): Fault => ({
  loc,
  msg: metQuotaMessage(met),
  type: 'quota_exceeded',
});

/** The refusal of a request that exceeds a quota. */
export const quotaExceeded = (met: MetQuota): ApiError => new ApiError('quota_exceeded', [quotaFault(met)]);

/** The refusal of a request that exceeds a daily quota, until the next day. */
export function dayQuotaExceeded(met: MetQuota, now: Date): ApiError {
  return new ApiError('too_many', [quotaFault(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}
