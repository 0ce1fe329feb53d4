import * as z from 'zod/mini';
import { id } from '../../platform/fields.ts';
import { visibleFields } from '../../platform/visible-fields.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { sentiment } from './analysis/call-analysis.ts';
import { type StoredCall, viewFields, withViewFields } from './call.ts';
import { costOf } from './cost.ts';

const listedFields = () => ({
  ...withoutSteps(viewFields()),
  agent: id,
  summary: z.optional(z.string()),
  success: z.optional(z.boolean()),
  sentiment: z.optional(sentiment),
  cost: z.optional(z.object({ currency: z.string(), total: z.number() })),
});

/** Lists are brief. */
function withoutSteps({ values: _, path: __, ...fields }: ReturnType<typeof viewFields>) {
  return fields;
}

export const listedCall = z.lazy(() => z.object(listedFields()));
export type ListedCall = z.infer<typeof listedCall>;

export const listedCallInSeconds = z.lazy(() =>
  z.object({
    ...listedFields(),
    start_time: z.optional(z.number()),
    end_time: z.optional(z.number()),
  }),
);

export function inSeconds({ start_time: start, end_time: end, ...call }: ListedCall) {
  return {
    ...call,
    ...(start !== undefined && { start_time: Date.parse(start) / 1000 }),
    ...(end !== undefined && { end_time: Date.parse(end) / 1000 }),
  };
}

const MAX_SUMMARY = 300;

/** The call as lists show it. Without `prices`, the cost is left out. */
export function toListedCall(stored: StoredCall, prices?: Prices): ListedCall {
  const cost = prices && costOf(stored, prices);
  const summary = [...(stored.analysis?.summary?.value ?? '')];
  const success = stored.analysis?.success?.value ?? undefined;
  const feeling = stored.analysis?.sentiment?.value ?? undefined;
  const isLong = summary.length > MAX_SUMMARY;
  return visibleFields(listedCall, {
    ...withViewFields(stored),
    agent: stored.agent_id,
    ...(cost && { cost }),
    ...(success !== undefined && { success }),
    ...(feeling && { sentiment: feeling }),
    ...(summary.length > 0 && {
      summary: isLong ? `${summary.slice(0, MAX_SUMMARY - 1).join('')}…` : summary.join(''),
    }),
  });
}
