import {
  type AnalysisBatchResult,
  analysisBatch,
  analysisBatchInput,
} from '../../domain/analysis/analysis-batch.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError } from '../../rest/errors.ts';
import { logStepOf } from '../../runtime/log/in-step.ts';
import { ANALYSES_PER_MINUTE } from '../../runtime/variables/settings.ts';
import type { Table } from '../../store/table/table.ts';
import { requestAnalysis } from './request-analysis.ts';

/** Calls whose analyses are asked for at the same time. */
const AT_ONCE = 10;

export const analyzeCalls = defineEndpoint({
  operation: 'analyzeCalls',
  method: 'POST',
  path: '/v1/calls/analyze_batch',
  summary: 'Analyze up to 100 calls again',
  body: analysisBatchInput,
  response: analysisBatch,
  tableActions: ['GetItem', 'UpdateItem'],
  variables: [ANALYSES_PER_MINUTE],
  timeoutSeconds: 29,
  namesCalls: true,
  async run({ userId, body }, { table, now }) {
    const results: AnalysisBatchResult[] = [];
    for (let start = 0; start < body.calls.length; start += AT_ONCE) {
      const part = body.calls.slice(start, start + AT_ONCE);
      const asked = part.map((callId, index) =>
        resultOf(table, { userId, callId }, { now: now(), loc: ['body', 'calls', String(start + index)] }),
      );
      results.push(...(await Promise.all(asked)));
    }
    logStepOf(results.flatMap((result) => ('run' in result ? [{ id: result.id, user_id: userId }] : [])));
    return { results };
  },
});

/** What becomes of one call: what refuses it refuses no other. */
async function resultOf(
  table: Table,
  ...[key, request]: Parameters<typeof requestAnalysis> extends [Table, ...infer Rest] ? Rest : never
): Promise<AnalysisBatchResult> {
  try {
    return await requestAnalysis(table, key, request);
  } catch (error) {
    const [fault] = error instanceof ApiError ? error.faults : [];
    if (!fault) throw error;
    return { id: key.callId, error: { ...fault, loc: [...request.loc] } };
  }
}

export const handler = serve(analyzeCalls);
