import * as z from 'zod/mini';
import { id, utcTime } from '../../platform/fields.ts';
import { answeredBy } from '../../vendors/model/answered-by.ts';

const quotaUse = z.lazy(() =>
  z.object({
    name: z.string(),
    limit: z.nullable(z.number()),
    used: z.number(),
    period: z.optional(z.literal('day')),
    resets_at: z.optional(utcTime()),
  }),
);
export type QuotaUse = z.infer<typeof quotaUse>;

const monthlyCost = z.lazy(() =>
  z.object({
    currency: z.string(),
    is_estimate: z.literal(true),
    total: z.number(),
    incomplete_calls: z.number(),
  }),
);
export type MonthlyCost = z.infer<typeof monthlyCost>;

const monthlyAnswers = z.lazy(() => z.array(z.object({ answered_by: answeredBy, calls: z.int() })));
export type MonthlyAnswers = z.infer<typeof monthlyAnswers>;

export const usage = z.lazy(() =>
  z.object({
    user_id: id,
    plan_type: z.enum(['plan_free', 'plan_developer', 'plan_enterprise', 'plan_unlimited']),
    monthly_usage_minutes: z.int(),
    monthly_usage_minutes_exact: z.number(),
    monthly_usage_limit_minutes: z.nullable(z.number()),
    monthly_cost: monthlyCost,
    monthly_answered_by: monthlyAnswers,
    quotas: z.array(quotaUse),
  }),
);

export const beginningOfMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));

export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

export const secondsBetween = (start: Date, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - start.getTime()) / 1000));

/** Minutes of calls to two decimals: of ended calls, and of open calls from their start until now. */
export function minutesOf(
  { endedSeconds, openSince }: { readonly endedSeconds: number; readonly openSince: readonly Date[] },
  now: Date,
): number {
  const seconds = openSince.reduce((sum, start) => sum + secondsBetween(start, now), endedSeconds);
  return Math.round((seconds / 60) * 100) / 100;
}
