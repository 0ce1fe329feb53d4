import * as z from 'zod/mini';
import type { DailyQuota } from '../../records/model/quota-exceeded.ts';

/** The limits of one user; the daily ones (UTC) bound what the platform pays for. Decision 0033 says how. */
export const QUOTA_DEFAULTS = {
  /** Numbers on the platform's telephony account, including those that are being bought or released. */
  numbers: 10,
  own_numbers: 1000,
  agents: 1000,
  prompts: 2000,
  prompt_templates: 2000,
  voices: 2000,
  actions: 5000,
  campaigns: 1000,
  tests: 2000,
  webhooks: 100,
  vector_databases: 100,
  account_connections: 100,
  /** Numbers on the user's do-not-call list. Requests of contacts are always listed, and count. */
  do_not_call_numbers: 100_000,
  /** Records of consents and withdrawals. Those by contacts in calls are always stored, and count. */
  consents: 1_000_000,
  scheduled_calls: 10_000,
  /** Bytes of calls with their transcripts, of recordings, rehearsals and tests. */
  stored_bytes: 1_000_000_000,
  model_tokens: 5_000_000,
  call_minutes: 10_000,
  /** Text messages on the platform's telephony account. */
  texts: 1000,
  /** Numbers bought in a day, including those cancelled since: the vendor bills each for a month. */
  number_purchases: 10,
  /** Numbers that the user adds to or removes from the do-not-call list in a day: each change is stored for years. */
  do_not_call_changes: 200_000,
};
export type QuotaName = keyof typeof QUOTA_DEFAULTS;

const limit = () => z.nullable(z.number().check(z.int(), z.nonnegative()));
type Limits = { [Name in keyof typeof QUOTA_DEFAULTS]: ReturnType<typeof limit> };

export const quotaFields = () =>
  Object.fromEntries(Object.keys(QUOTA_DEFAULTS).map((name) => [name, limit()])) as Limits;

export const quotas = z.lazy(() => z.strictObject(quotaFields()));
export type Quotas = z.infer<typeof quotas>;

export interface DayUse {
  readonly model_tokens: number;
  readonly call_seconds: number;
  readonly texts: number;
  readonly number_purchases: number;
  readonly do_not_call_changes: number;
}

/** The use of a daily quota: tokens, texts, purchases, changes, or minutes rounded to two decimals. */
export const usedOfDay = (name: DailyQuota, { call_seconds, ...use }: DayUse): number =>
  name === 'call_minutes' ? Math.round((call_seconds / 60) * 100) / 100 : use[name];

export const isUsedUp = (limit: number | null | undefined, used: number): boolean =>
  typeof limit === 'number' && used >= limit;

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Shares of a quota, in percent, that are reported when a user passes them. */
export const REPORTED_SHARES = [80, 100] as const;

export function sharesPassed(
  limit: number | null | undefined,
  { before, after }: { readonly before: number; readonly after: number },
): number[] {
  if (typeof limit !== 'number') return [];
  return REPORTED_SHARES.filter((share) => before * 100 < limit * share && after * 100 >= limit * share);
}
