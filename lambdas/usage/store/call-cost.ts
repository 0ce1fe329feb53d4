import { type AnsweredBy, answeredBy } from '../../vendors/model/answered-by.ts';
import { type MonthlyAnswers, type MonthlyCost, monthOf } from '../model/usage.ts';
import { COST_PREFIX } from './call-seconds.ts';
import type { CallCounts } from './open-calls.ts';

/** Counters add millionths of the currency, because whole numbers have no rounding errors. */
const MILLIONTHS = 1e6;

/** Stands for a currency in the attribute that counts the calls of a month whose cost is incomplete. */
const INCOMPLETE = 'incomplete';

const costField = (month: string, what: string) => `${COST_PREFIX}${month}_${what}`;

interface CostOfCall {
  readonly currency: string;
  readonly total: number;
  readonly is_incomplete?: true | undefined;
}

/** What an ended call adds to the cost of the month in which it began, by attribute. */
export function costByMonth(cost: CostOfCall, startTime: string): Readonly<Record<string, number>> {
  const month = monthOf(new Date(startTime));
  return {
    [costField(month, cost.currency)]: Math.round(cost.total * MILLIONTHS),
    ...(cost.is_incomplete && { [costField(month, INCOMPLETE)]: 1 }),
  };
}

/** The counted cost of a month, in this currency. */
export function monthlyCost({ countIn }: CallCounts, inMonth: Date, currency: string): MonthlyCost {
  const month = monthOf(inMonth);
  return {
    currency,
    is_estimate: true,
    total: countIn(costField(month, currency)) / MILLIONTHS,
    incomplete_calls: countIn(costField(month, INCOMPLETE)),
  };
}

const answersField = (month: string, by: AnsweredBy) => costField(month, `answered_${by}`);

/** What an ended call adds to the answers of the month in which it began, by attribute. */
export const answersByMonth = ({
  answered_by: by,
  start_time: start,
}: {
  readonly answered_by?: AnsweredBy | undefined;
  readonly start_time?: string | undefined;
}): Readonly<Record<string, number>> =>
  by && start !== undefined ? { [answersField(monthOf(new Date(start)), by)]: 1 } : {};

/** The counted answers of a month, without those that no call had. */
export function monthlyAnswers({ countIn }: CallCounts, inMonth: Date): MonthlyAnswers {
  const month = monthOf(inMonth);
  return answeredBy.options
    .map((by) => ({ answered_by: by, calls: countIn(answersField(month, by)) }))
    .filter(({ calls }) => calls > 0);
}
