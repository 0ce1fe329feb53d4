import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** How much of a quota is used. */
const quotaUse = z.lazy(() =>
  z.object({
    name: z.string(),
    limit: z.nullable(z.number()),
    used: z.number(),
    period: z.optional(z.literal('day')),
    resets_at: z.optional(z.string()),
  }),
);
export type QuotaUse = z.infer<typeof quotaUse>;

/** What a user may use of the service, and has used of it in this month. */
export const usage = z.lazy(() =>
  z.object({
    user_id: id,
    plan_type: z.enum(['plan_free', 'plan_developer', 'plan_enterprise', 'plan_unlimited']),
    monthly_usage_minutes: z.number(),
    monthly_usage_limit_minutes: z.nullable(z.number()),
    quotas: z.array(quotaUse),
  }),
);

/** The first moment of the calendar month (UTC) that a time is in. */
export const beginningOfMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));

/** The calendar month (UTC) that a time is in, as `2026-01`. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** Whole seconds from a time to another, rounded up; 0 if that is earlier. */
export const secondsBetween = (start: Date, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - start.getTime()) / 1000));

/** Minutes of calls, to two decimals: the seconds of those that are over, and of the others from their starts until now. */
export function minutesOf(
  { endedSeconds, openSince }: { readonly endedSeconds: number; readonly openSince: readonly Date[] },
  now: Date,
): number {
  const seconds = openSince.reduce((sum, start) => sum + secondsBetween(start, now), endedSeconds);
  return Math.round((seconds / 60) * 100) / 100;
}
