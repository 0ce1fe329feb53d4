import type { QuotaName } from './quotas.ts';

export interface MetQuota {
  readonly quota: QuotaName;
  readonly limit: number;
}

export class QuotaExceeded extends Error implements MetQuota {
  override readonly name = 'QuotaExceeded';
  readonly quota: QuotaName;
  readonly limit: number;

  constructor(met: MetQuota) {
    super(metQuotaMessage(met));
    this.quota = met.quota;
    this.limit = met.limit;
  }
}

export const metQuotaMessage = ({ quota, limit }: MetQuota): string =>
  `This request would exceed your quota ${quota} of ${limit}; ${REMEDIES[quota] ?? 'delete some'}, or ask the operator to raise it.`;

const REMEDIES: Readonly<Partial<Record<QuotaName, string>>> = {
  numbers: 'cancel numbers',
  own_numbers: 'cancel numbers',
  do_not_call_numbers: 'remove numbers',
  scheduled_calls: 'end scheduled calls',
  stored_bytes: 'delete calls or tests',
  model_tokens: 'try again after 00:00 UTC',
  call_minutes: 'try again after 00:00 UTC',
  texts: 'try again after 00:00 UTC',
  number_purchases: 'try again after 00:00 UTC',
  do_not_call_changes: 'try again after 00:00 UTC',
};
