import * as z from 'zod/mini';

/** How much a user may have or use of something; null for no limit. */
const limit = () => z.nullable(z.number().check(z.int(), z.nonnegative()));

/** What one user may have, and may use in a day (UTC) at the platform's expense. Each is kept as decision 0033 says. */
export const quotas = z.lazy(() =>
  z.strictObject({
    /** Numbers on the platform's telephony account, those included that are being bought or given back. */
    numbers: limit(),
    /** Numbers that are held through telephony accounts of the user's own. */
    own_numbers: limit(),
    agents: limit(),
    prompts: limit(),
    prompt_templates: limit(),
    voices: limit(),
    actions: limit(),
    webhooks: limit(),
    vector_databases: limit(),
    account_connections: limit(),
    /** Calls that wait for the time for which they are scheduled. */
    scheduled_calls: limit(),
    /** Bytes of calls, with their transcripts, and of recordings. */
    stored_bytes: limit(),
    /** Tokens a day of language models, what is sent and what is answered, on the platform's keys. */
    model_tokens: limit(),
    /** Minutes a day of calls through the platform's telephony account. */
    call_minutes: limit(),
    /** Numbers bought in a day on the platform's telephony account, those included that were cancelled since: the vendor bills each for a month. */
    number_purchases: limit(),
  }),
);
export type Quotas = z.infer<typeof quotas>;
export type QuotaName = keyof Quotas;

/** The quotas that begin anew every day at 00:00 UTC. */
export const DAILY_QUOTAS = [
  'model_tokens',
  'call_minutes',
  'number_purchases',
] as const satisfies readonly QuotaName[];
export type DailyQuota = (typeof DAILY_QUOTAS)[number];

/** Whether a quota begins anew every day. */
export const isDaily = (name: QuotaName): name is DailyQuota => DAILY_QUOTAS.some((daily) => daily === name);

/** What of a day's quotas a user has used. */
export interface DayUse {
  readonly model_tokens: number;
  readonly call_seconds: number;
  readonly number_purchases: number;
}

/** How much of a day's quota is used: tokens, purchases, or minutes to two decimals. */
export const usedOfDay = (name: DailyQuota, { call_seconds, ...use }: DayUse): number =>
  name === 'call_minutes' ? Math.round((call_seconds / 60) * 100) / 100 : use[name];

/** Whether nothing is left of a quota. */
export const isUsedUp = (limit: number | null | undefined, used: number): boolean =>
  typeof limit === 'number' && used >= limit;

/** The day (UTC) that a time is in, as `2026-01-01`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The first moment of the next day (UTC), when the quotas of a day begin anew. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

/** Whole seconds until then, at least 1. */
export const secondsUntilNextDay = (now: Date): number =>
  Math.ceil((nextDay(now).getTime() - now.getTime()) / 1000);

/** The shares of a quota, in percent, that are told of when a user passes them. */
export const TOLD_SHARES = [80, 100] as const;

/** The shares of a quota, in percent, that a change of what is used passes. */
export function sharesPassed(
  limit: number | null,
  { before, after }: { readonly before: number; readonly after: number },
): number[] {
  if (limit === null) return [];
  return TOLD_SHARES.filter((share) => before * 100 < limit * share && after * 100 >= limit * share);
}
