import { beginningOfMonth, minutesOf, monthOf, usage } from '../domain/calls/usage.ts';
import { defineEndpoint } from '../rest/endpoint.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { listOpenCallStarts } from '../store/calls/matching-calls.ts';
import { monthlyCost } from '../store/quotas/call-cost.ts';
import { loadCallCounts } from '../store/quotas/open-calls.ts';
import { loadQuotaUse } from '../store/quotas/quota-use.ts';
import { CALLS_INDEX } from '../store/table/keys.ts';

export const getUsage = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get your quotas and usage',
    response: usage,
    tableActions: ['GetItem', 'BatchGetItem', 'Query'],
    tableIndexes: [CALLS_INDEX],
    variables: [PRICES],
    async run({ userId }, { table, now }) {
      const at = now();
      const [counts, openSince, quotas] = await Promise.all([
        loadCallCounts(table, userId),
        listOpenCallStarts(table, userId, beginningOfMonth(at)),
        loadQuotaUse(table, userId, at),
      ]);
      const minutes = minutesOf({ endedSeconds: counts.secondsIn(monthOf(at)), openSince }, at);
      return {
        user_id: userId,
        // The operator pays the vendors and sets the limits; there are no plans.
        plan_type: 'plan_unlimited' as const,
        monthly_usage_minutes: Math.round(minutes),
        monthly_usage_minutes_exact: minutes,
        monthly_usage_limit_minutes: null,
        monthly_cost: monthlyCost(counts, at, readVariable(PRICES).currency),
        quotas,
      };
    },
  });
