import * as z from 'zod/mini';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { numberFromText, optionalParameter, pageSize } from '../../http/query/query-values.ts';
import { requireCallsScope } from '../../http/references.ts';
import { Reply } from '../../http/reply.ts';
import { id, integerBetween } from '../../platform/fields.ts';
import { listedTestRun, MAX_CASES, testRun, testRunInput } from '../model/test-run.ts';
import { planRun } from '../requests/plan-run.ts';
import { STARTS_RUNS, startRun } from '../requests/start-run.ts';
import { loadResult } from '../store/test-cases.ts';
import { findRunPage, loadRun } from '../store/test-runs.ts';

const DEFAULT_SIZE = 20;

export const runTests = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/tests/run',
    summary: 'Run tests',
    body: testRunInput,
    response: testRun,
    ...STARTS_RUNS,
    async run({ userId, body, grantedScopes: granted }, { table, now, newId }) {
      const at = now();
      return startRun(table, await planRun(table, body, { userId, granted, now: at, newId }), at);
    },
  });

export const getTestRun = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/tests/runs',
    summary: 'Get a run of tests',
    query: z.lazy(() =>
      z.strictObject({
        id,
        case: optionalParameter(z.pipe(numberFromText, integerBetween(1, MAX_CASES))),
      }),
    ),
    response: testRun,
    tableActions: ['GetItem', 'Query'],
    async run({ userId, grantedScopes, query: { id: runId, case: number } }, { table, now }) {
      const run = await loadRun(table, { userId, runId }, now());
      if (!run) throw notFound('run');
      // What a contact said in a call is in the result, too.
      if (run.cases.some(({ call_id }) => call_id !== undefined))
        requireCallsScope(grantedScopes, ['query', 'id']);
      if (number === undefined) return run;
      const found = run.cases.find((each) => each.number === number);
      if (!found) throw unknownCase(run.cases.length);
      const result = await loadResult(table, { userId, runId, number });
      return { ...run, cases: [{ ...found, ...(result && { result }) }] };
    },
  });

function unknownCase(cases: number): ApiError {
  const msg = `The run has the cases 1 to ${cases}.`;
  return new ApiError('not_found', [{ loc: ['query', 'case'], msg, type: 'not_found' }]);
}

export const listTestRuns = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/tests/runs/list',
    summary: 'List runs of tests',
    query: z.lazy(() =>
      z.strictObject({
        agent_id: optionalParameter(id),
        test_id: optionalParameter(id),
        size: pageSize(),
        cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
      }),
    ),
    response: z.array(listedTestRun),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    async run({ userId, query }, { table, now }) {
      const { cursor, size = DEFAULT_SIZE, ...filter } = query;
      const page = { filter, after: cursor?.after, size, now: now() };
      const { items, next } = await findRunPage(table, userId, page);
      return new Reply([...items], { link: linkHeader(query, next && cursorText({ after: next })) });
    },
  });
