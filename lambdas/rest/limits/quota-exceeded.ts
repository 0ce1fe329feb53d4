import { DomainError, type Fault } from '../../domain/errors.ts';
import { type MetQuota, tellMetQuota } from '../../domain/quotas/quota-exceeded.ts';
import { secondsUntilNextDay } from '../../domain/quotas/quotas.ts';

/** The fault of a request that exceeds a quota, at `loc`. */
export const quotaFault = (met: MetQuota, loc: readonly string[] = []): Fault => ({
  loc,
  msg: tellMetQuota(met),
  type: 'quota_exceeded',
});

/** The refusal of a request that exceeds a quota. */
export const quotaExceeded = (met: MetQuota): DomainError =>
  new DomainError('quota_exceeded', [quotaFault(met)]);

/** The refusal of a request that exceeds a daily quota, until the next day. */
export function dayQuotaExceeded(met: MetQuota, now: Date): DomainError {
  return new DomainError('too_many', [quotaFault(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}
