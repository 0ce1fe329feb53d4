import { agentKind } from '../../agents/model/agent.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, type Issue, notFound } from '../../http/errors.ts';
import { takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logStepOf } from '../../platform/log/in-step.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import { requireModelTokens } from '../../usage/requests/require-model-tokens.ts';
import {
  ANALYSIS_SECONDS,
  type AnalysisBatchResult,
  analysisBatch,
  analysisBatchInput,
  canBeAnalyzed,
  MAX_ANALYSES,
  type RequestedAnalysis,
  requestedAnalysis,
} from '../model/analysis/call-analysis.ts';
import type { StoredCall } from '../model/call.ts';
import { isFinal } from '../model/call-state.ts';
import { analysesPerMinute } from '../model/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { requestAnalysis as storeRequest } from '../store/call-fields.ts';
import { type CallKey, getCallWithSnapshot } from '../store/calls.ts';

/** The analyses of all users wait in one queue, and those of one user must not delay the others'. */
const ANALYSES: UserLimit = {
  use: 'analyses',
  variable: analysesPerMinute,
  msg: (most) => `You may request ${most} analyses a minute`,
  type: 'too_many_analysis_requests',
};

export const analyzeCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/analyze',
    summary: 'Analyze a call again',
    query: idQuery,
    response: requestedAnalysis,
    tableActions: ['GetItem', 'UpdateItem'],
    variables: [analysesPerMinute],
    async run({ userId, query }, { table, now }) {
      const key = { userId, callId: query.id };
      const requested = await requestAnalysis(table, key, { now: now(), loc: ['query', 'id'] });
      nameCall(key);
      return requested;
    },
  });

/** Number of analyses that are requested concurrently. */
const AT_ONCE = 10;

export const analyzeCalls = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/analyze_batch',
    summary: 'Analyze up to 100 calls again',
    body: analysisBatchInput,
    response: analysisBatch,
    tableActions: ['GetItem', 'UpdateItem'],
    variables: [analysesPerMinute],
    timeoutSeconds: 29,
    async run({ userId, body }, { table, now }) {
      const results: AnalysisBatchResult[] = [];
      for (let start = 0; start < body.calls.length; start += AT_ONCE) {
        const part = body.calls.slice(start, start + AT_ONCE);
        const resultsOfPart = part.map((callId, index) =>
          resultOf(table, { userId, callId }, { now: now(), loc: ['body', 'calls', String(start + index)] }),
        );
        results.push(...(await Promise.all(resultsOfPart)));
      }
      logStepOf(results.flatMap((result) => ('run' in result ? [{ id: result.id, user_id: userId }] : [])));
      return { results };
    },
  });

/** The result of one call. A refused call doesn't affect the others. */
async function resultOf(
  table: Table,
  ...[key, request]: Parameters<typeof requestAnalysis> extends [Table, ...infer Rest] ? Rest : never
): Promise<AnalysisBatchResult> {
  try {
    return await requestAnalysis(table, key, request);
  } catch (error) {
    const [issue] = error instanceof ApiError ? error.issues : [];
    if (!issue) throw error;
    return { id: key.callId, error: { ...issue, loc: [...request.loc] } };
  }
}

/** Requests another analysis of a call, by the agent's settings now or at the time of the call. */
async function requestAnalysis(
  table: Table,
  key: CallKey,
  { now, loc }: { readonly now: Date; readonly loc: readonly string[] },
): Promise<RequestedAnalysis> {
  const call = await getCallWithSnapshot(table, key);
  if (!call) throw notFound('call');
  const conflict = (type: keyof typeof CONFLICTS): ApiError =>
    new ApiError('conflict', [{ loc: [...loc], msg: CONFLICTS[type], type } satisfies Issue]);
  if (!isFinal(call.status)) throw conflict('call_not_over');
  if (!canBeAnalyzed(call)) throw conflict('nothing_to_analyze');
  if (!(await hasAnalysis(table, call))) throw conflict('no_analysis');
  const last = lastRun(call);
  if (last.run >= MAX_ANALYSES) throw conflict('too_many_analyses');
  const isLate = now.getTime() - Date.parse(last.at) > ANALYSIS_SECONDS * 1000;
  if ((call.analysis?.run ?? 0) < last.run && !isLate) throw conflict('analysis_under_way');
  await requireModelTokens(table, { userId: key.userId, settings: call.settings, now });
  await takeUse(table, ANALYSES, { userId: key.userId, now, loc });
  const request = { run: last.run + 1, at: now.toISOString() };
  await recordUse(table, { userId: key.userId, kind: 'call', recordId: call.id });
  if (!(await storeRequest(table, call, request))) throw conflict('analysis_under_way');
  return { id: call.id, run: request.run };
}

const CONFLICTS = {
  call_not_over: 'The call is not over; end it, or wait for its end.',
  nothing_to_analyze: 'The call has no transcript: nothing was said in it, or it is HIPAA-compliant.',
  no_analysis: 'The agent of the call has no analysis; set `analysis` of the agent first.',
  analysis_under_way: 'The call is being analyzed; wait for the event, or for `analysis` of the call.',
  too_many_analyses: `A call can be analyzed ${MAX_ANALYSES} times.`,
} as const;

async function hasAnalysis(table: Table, { user_id, agent, settings }: CallWithSnapshot): Promise<boolean> {
  if (settings.analysis) return true;
  return Boolean((await getRecord(table, user_id, agentKind, agent.id))?.analysis);
}

/** The last requested analysis; the end of the call requests the first. Run 0 if none was requested. */
function lastRun({ analysis_requested, is_analyzed, end_time, created_at }: StoredCall) {
  return analysis_requested ?? { run: is_analyzed ? 1 : 0, at: end_time ?? created_at };
}
