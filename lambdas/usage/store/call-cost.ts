import { type Costing, costOf } from '../../calls/model/cost.ts';
import type { Prices } from '../../calls/model/prices.ts';
import { type MonthlyCost, monthOf } from '../../calls/model/usage.ts';
import { COST_PREFIX } from './call-seconds.ts';
import type { CallCounts } from './open-calls.ts';

/** Counters add millionths of the currency: whole numbers have no false decimals. */
const MILLIONTHS = 1e6;

/** Stands for a currency in the attribute that counts the calls of a month whose cost is incomplete. */
const INCOMPLETE = 'incomplete';

const costField = (month: string, what: string) => `${COST_PREFIX}${month}_${what}`;

/** What an ended call adds to the cost of the month in which it began, by attribute. */
export function costByMonth(call: Costing, prices: Prices | undefined): Readonly<Record<string, number>> {
  const cost = prices && costOf(call, prices);
  if (!cost || call.start_time === undefined) return {};
  const month = monthOf(new Date(call.start_time));
  return {
    [costField(month, cost.currency)]: Math.round(cost.total * MILLIONTHS),
    ...(cost.is_incomplete && { [costField(month, INCOMPLETE)]: 1 }),
  };
}

/** The counted cost of the month of this time, in this currency. */
export function monthlyCost({ countIn }: CallCounts, inMonth: Date, currency: string): MonthlyCost {
  const month = monthOf(inMonth);
  return {
    currency,
    is_estimate: true,
    total: countIn(costField(month, currency)) / MILLIONTHS,
    incomplete_calls: countIn(costField(month, INCOMPLETE)),
  };
}
