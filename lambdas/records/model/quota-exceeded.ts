export const DAILY_QUOTAS = [
  'model_tokens',
  'call_minutes',
  'texts',
  'number_purchases',
  'do_not_call_changes',
] as const;
export type DailyQuota = (typeof DAILY_QUOTAS)[number];

export const isDaily = (name: string): name is DailyQuota => DAILY_QUOTAS.some((daily) => daily === name);

/** When the daily quotas reset. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

export const secondsUntilNextDay = (now: Date): number =>
  Math.ceil((nextDay(now).getTime() - now.getTime()) / 1000);

export interface MetQuota {
  readonly quota: string;
  readonly limit: number;
}

export class QuotaExceeded extends Error implements MetQuota {
  override readonly name = 'QuotaExceeded';
  readonly quota: string;
  readonly limit: number;

  constructor(met: MetQuota) {
    super(metQuotaMessage(met));
    this.quota = met.quota;
    this.limit = met.limit;
  }
}

export const metQuotaMessage = ({ quota, limit }: MetQuota): string =>
  `This request would exceed your quota ${quota} of ${limit}; ${remedyOf(quota)}, or ask the operator to raise it.`;

function remedyOf(quota: string): string {
  return isDaily(quota) ? 'try again after 00:00 UTC' : (REMEDIES[quota] ?? 'delete some');
}

const REMEDIES: Readonly<Record<string, string>> = {
  numbers: 'cancel numbers',
  own_numbers: 'cancel numbers',
  do_not_call_numbers: 'remove numbers',
  scheduled_calls: 'end scheduled calls',
  stored_bytes: 'delete calls or tests',
};
