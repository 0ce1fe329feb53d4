import { CALLS_INDEX } from '../../calls/store/keys.ts';
import { listOpenCallStarts } from '../../calls/store/matching-calls.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { COUNTED_QUOTAS } from '../../kinds.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../model/prices.ts';
import { beginningOfMonth, minutesOf, monthOf, usage } from '../model/usage.ts';
import { monthlyAnswers, monthlyCost } from '../store/call-cost.ts';
import { loadCallCounts } from '../store/open-calls.ts';
import { loadQuotaUse } from '../store/quota-use.ts';

/** The operator pays the vendors and sets the limits; there are no plans. */
const PLAN = { plan_type: 'plan_unlimited', monthly_usage_limit_minutes: null } as const;

/** Clients of version 2023-08 know no unlimited plan and expect a number: the largest that fits into 32 bits. */
const OLDER_PLAN = { plan_type: 'plan_enterprise', monthly_usage_limit_minutes: 2_147_483_647 } as const;

export const getUsage = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get your quotas and usage',
    response: usage,
    tableActions: ['GetItem', 'BatchGetItem', 'Query'],
    tableIndexes: [CALLS_INDEX],
    variables: [PRICES],
    async run({ userId, apiVersion }, { table, now }) {
      const at = now();
      const [counts, openSince, quotas] = await Promise.all([
        loadCallCounts(table, userId),
        listOpenCallStarts(table, userId, beginningOfMonth(at)),
        loadQuotaUse(table, { userId, now: at }, COUNTED_QUOTAS),
      ]);
      const minutes = minutesOf({ endedSeconds: counts.secondsIn(monthOf(at)), openSince }, at);
      return {
        user_id: userId,
        ...(apiVersion === '2023-08' ? OLDER_PLAN : PLAN),
        monthly_usage_minutes: Math.round(minutes),
        monthly_usage_minutes_exact: minutes,
        monthly_cost: monthlyCost(counts, at, readVariable(PRICES).currency),
        monthly_answered_by: monthlyAnswers(counts, at),
        quotas,
      };
    },
  });
