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

/** When a call began and, if it is over, when that was: ISO 8601, in UTC. */
export interface CallTimes {
  readonly start_time: string;
  readonly end_time?: string | undefined;
}

/** The first moment of the calendar month (UTC) that a time is in. */
export const beginningOfMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));

/** Minutes of calls, each rounded up to whole seconds, to two decimals; a call that is not over counts until now. */
export function minutesOf(calls: Iterable<CallTimes>, now: Date): number {
  let seconds = 0;
  for (const { start_time, end_time } of calls) {
    const end = end_time === undefined ? now.getTime() : Date.parse(end_time);
    seconds += Math.max(0, Math.ceil((end - Date.parse(start_time)) / 1000));
  }
  return Math.round((seconds / 60) * 100) / 100;
}
