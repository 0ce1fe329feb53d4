import * as z from 'zod/mini';
import { CALLS_INDEX } from '../../calls/store/keys.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { requireCallsScope } from '../../http/references.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { writtenTest } from '../model/agent-test.ts';
import { replayEstimate, replayInput } from '../model/replay.ts';
import { testRun } from '../model/test-run.ts';
import { estimateOf, planReplay } from '../requests/plan-replay.ts';
import { scriptOfCall } from '../requests/script-of-call.ts';
import { STARTS_RUNS, startRun } from '../requests/start-run.ts';

export const createTestFromCall = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/tests/from_call',
    summary: 'Make a test from a call',
    query: idQuery,
    response: z.object({ test: writtenTest, notes: z.array(z.string()) }),
    tableActions: ['GetItem'],
    async run({ userId, query, grantedScopes }, { table }) {
      requireCallsScope(grantedScopes, ['query', 'id']);
      const key = { userId, callId: query.id };
      const made = await scriptOfCall(table, key);
      if (!made) throw notFound('call');
      nameCall(key);
      if ('issue' in made) throw new ApiError('conflict', [{ loc: ['query', 'id'], ...made.issue }]);
      return { test: made.test, notes: [...made.notes] };
    },
  });

export const replayCalls = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/replay',
    summary: 'Replay calls with a version',
    body: replayInput,
    response: testRun,
    ...STARTS_RUNS,
    tableIndexes: [CALLS_INDEX],
    async run({ userId, body, grantedScopes }, { table, now, newId }) {
      requireCallsScope(grantedScopes, ['body', 'calls']);
      const at = now();
      return startRun(table, await planReplay(table, body, { userId, now: at, newId }), at);
    },
  });

export const estimateReplay = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/calls/replay_estimate',
    summary: 'Estimate the cost of a replay',
    body: replayInput,
    response: replayEstimate,
    tableActions: ['GetItem', 'BatchGetItem', 'Query'],
    tableIndexes: [CALLS_INDEX],
    variables: [PRICES],
    timeoutSeconds: 29,
    async run({ userId, body, grantedScopes }, { table }) {
      requireCallsScope(grantedScopes, ['body', 'calls']);
      return estimateOf(table, userId, body, readVariable(PRICES));
    },
  });
