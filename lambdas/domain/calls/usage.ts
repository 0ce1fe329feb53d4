import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** A quota and its use. */
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

/** The quotas of a user and their use in this month. */
export const usage = z.lazy(() =>
  z.object({
    user_id: id,
    plan_type: z.enum(['plan_free', 'plan_developer', 'plan_enterprise', 'plan_unlimited']),
    monthly_usage_minutes: z.number(),
    monthly_usage_limit_minutes: z.nullable(z.number()),
    quotas: z.array(quotaUse),
  }),
);

/** The start and, if the call is over, the end: ISO 8601 in UTC. */
export interface CallTimes {
  readonly start_time: string;
  readonly end_time?: string | undefined;
}

/** The first moment of the calendar month (UTC). */
export const beginningOfMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));

/** Minutes of calls to two decimals. Each call is rounded up to whole seconds; an open call counts until now. */
export function minutesOf(calls: Iterable<CallTimes>, now: Date): number {
  let seconds = 0;
  for (const { start_time, end_time } of calls) {
    const end = end_time === undefined ? now.getTime() : Date.parse(end_time);
    seconds += Math.max(0, Math.ceil((end - Date.parse(start_time)) / 1000));
  }
  return Math.round((seconds / 60) * 100) / 100;
}
