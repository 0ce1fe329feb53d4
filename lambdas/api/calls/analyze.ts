import { requestedAnalysis } from '../../domain/analysis/analysis-batch.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { ANALYSES_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { requestAnalysis } from './request-analysis.ts';

export const analyzeCall = defineEndpoint({
  operation: 'analyzeCall',
  method: 'POST',
  path: '/v1/calls/analyze',
  summary: 'Analyze a call again',
  query: idQuery,
  response: requestedAnalysis,
  tableActions: ['GetItem', 'UpdateItem'],
  variables: [ANALYSES_PER_MINUTE],
  namesCalls: true,
  async run({ userId, query }, { table, now }) {
    const key = { userId, callId: query.id };
    const requested = await requestAnalysis(table, key, { now: now(), loc: ['query', 'id'] });
    nameCall(key);
    return requested;
  },
});

export const handler = serve(analyzeCall);
