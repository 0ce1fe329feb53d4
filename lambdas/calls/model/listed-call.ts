import * as z from 'zod/mini';
import { id } from '../../platform/fields.ts';
import { visibleFields } from '../../platform/visible-fields.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { extractedValue, type MissingReason, sentiment } from './analysis/call-analysis.ts';
import { type StoredCall, viewFields, withViewFields } from './call.ts';
import { turnsOfCall } from './call-turns.ts';
import { costOf } from './cost.ts';

const listedFields = () => ({
  ...withoutSteps(viewFields()),
  agent: id,
  summary: z.optional(z.string()),
  success: z.optional(z.boolean()),
  sentiment: z.optional(sentiment),
  extracted: z.optional(z.record(z.string(), extractedValue)),
  discarded: z.optional(z.array(z.string())),
  failed_actions: z.optional(z.int()),
  interrupted_messages: z.optional(z.array(z.int())),
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

/** Why a value lacks proof. */
const UNPROVEN: ReadonlySet<MissingReason | undefined> = new Set([
  'no_quotation',
  'quotation_not_found',
  'quotation_insufficient',
]);

/** What a reviewer looks for in a call. */
function signsIn(stored: StoredCall): Partial<ListedCall> {
  const { summary, success, sentiment, extracted } = stored.analysis ?? {};
  const findings = Object.entries({ summary, success, sentiment, ...extracted });
  const discarded = findings.flatMap(([name, found]) => (UNPROVEN.has(found?.reason) ? name : []));
  const failed = stored.turns?.filter((turn) => turn.failed).length ?? 0;
  const isInterrupted = stored.turns?.some(({ figures }) => figures?.interrupted);
  const messages = isInterrupted ? turnsOfCall(stored).filter(({ type }) => type === 'message') : [];
  return {
    ...(extracted && { extracted }),
    ...(discarded.length > 0 && { discarded }),
    ...(failed > 0 && { failed_actions: failed }),
    ...(isInterrupted && {
      interrupted_messages: messages.flatMap(({ interrupted }, index) => (interrupted ? index + 1 : [])),
    }),
  };
}

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
    ...signsIn(stored),
    ...(summary.length > 0 && {
      summary: isLong ? `${summary.slice(0, MAX_SUMMARY - 1).join('')}…` : summary.join(''),
    }),
  });
}
