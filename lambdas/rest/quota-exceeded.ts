import { DomainError, type Fault } from '../domain/errors.ts';
import { type MetQuota, tellMetQuota } from '../domain/quotas/quota-exceeded.ts';
import { secondsUntilNextDay } from '../domain/quotas/quotas.ts';

/** The fault of a request for more than a quota allows; `loc` is where the request asks for it. */
export const quotaFault = (met: MetQuota, loc: readonly string[] = []): Fault => ({
  loc,
  msg: tellMetQuota(met),
  type: 'quota_exceeded',
});

/** Refuses what would exceed a quota. */
export const quotaExceeded = (met: MetQuota): DomainError =>
  new DomainError('quota_exceeded', [quotaFault(met)]);

/** Refuses what would use more than a day's quota, until the next day begins. */
export function dayQuotaExceeded(met: MetQuota, now: Date): DomainError {
  return new DomainError('too_many', [quotaFault(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}
