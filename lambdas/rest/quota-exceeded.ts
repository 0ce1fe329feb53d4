import { DomainError, type Fault } from '../domain/errors.ts';
import { type QuotaName, secondsUntilNextDay } from '../domain/quotas/quotas.ts';

/** Which quota was met, and how much it is. */
export interface MetQuota {
  readonly quota: QuotaName;
  readonly limit: number;
}

/** What is wrong with a request for more than a quota allows. */
export function quotaFault({ quota, limit }: MetQuota, loc: readonly string[] = []): Fault {
  const msg = `Your quota ${quota} is ${limit}, and this would be more: ${REMEDIES[quota] ?? 'delete some'}, or ask the operator to raise it.`;
  return { loc, msg, type: 'quota_exceeded' };
}

const REMEDIES: Readonly<Partial<Record<QuotaName, string>>> = {
  numbers: 'cancel numbers',
  own_numbers: 'cancel numbers',
  scheduled_calls: 'end scheduled calls',
  stored_bytes: 'delete calls',
  model_tokens: 'try again after 00:00 UTC',
  call_minutes: 'try again after 00:00 UTC',
};

/** A user has as much of something as they may have: nothing was stored. */
export class QuotaExceeded extends DomainError {
  readonly quota: QuotaName;

  constructor(met: MetQuota) {
    super('quota_exceeded', [quotaFault(met)]);
    this.name = 'QuotaExceeded';
    this.quota = met.quota;
  }
}

/** Refuses what would use more than a day's quota, until the next day begins. */
export function dayQuotaExceeded(met: MetQuota, now: Date): DomainError {
  return new DomainError('too_many', [quotaFault(met)], { retryAfterSeconds: secondsUntilNextDay(now) });
}
