import {
  isDaily,
  type MetQuota,
  metQuotaMessage,
  secondsUntilNextDay,
} from '../../records/model/quota-exceeded.ts';
import { ApiError, type Issue } from '../errors.ts';

export const quotaIssue = (met: MetQuota, loc: readonly string[] = []): Issue => ({
  loc,
  msg: metQuotaMessage(met),
  type: 'quota_exceeded',
});

/** The refusal of a request that exceeds a quota: a daily one until the next day (429), others for good (403). */
export const quotaExceeded = (met: MetQuota, now: Date): ApiError =>
  isDaily(met.quota) ? dayQuotaExceeded(met, now) : new ApiError('quota_exceeded', [quotaIssue(met)]);

/** The refusal of a request that exceeds a daily quota, until the next day. */
export function dayQuotaExceeded(met: MetQuota, now: Date): ApiError {
  return new ApiError('too_many', [quotaIssue(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}
