import { beginningOfMonth, minutesOf, usage } from '../../domain/calls/usage.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { listOpenCallStarts } from '../../store/calls/open-call-starts.ts';
import { loadEndedSeconds } from '../../store/quotas/month-use.ts';
import { loadQuotaUse } from '../../store/quotas/quota-use.ts';
import { CALLS_INDEX } from '../../store/table/keys.ts';

export const getUsage = defineEndpoint({
  operation: 'getUsage',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Get your quotas and use',
  response: usage,
  tableActions: ['GetItem', 'BatchGetItem'],
  tableIndexes: [CALLS_INDEX],
  async run({ userId }, { table, now }) {
    const at = now();
    const [endedSeconds, openSince, quotas] = await Promise.all([
      loadEndedSeconds(table, userId, at),
      listOpenCallStarts(table, userId, beginningOfMonth(at)),
      loadQuotaUse(table, userId, at),
    ]);
    return {
      user_id: userId,
      // The operator pays the vendors and sets the limits; there are no plans.
      plan_type: 'plan_unlimited' as const,
      monthly_usage_minutes: minutesOf({ endedSeconds, openSince }, at),
      monthly_usage_limit_minutes: null,
      quotas,
    };
  },
});

export const handler = serve(getUsage);
