import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { putTestMark } from '../../../lambdas/agents/store/test-marks.ts';
import { resultOf } from '../../../lambdas/calls/model/call-figures.ts';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { makeAgent } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const functions = await FunctionApi.ofFile();

const PERIOD = { created_after: '2026-03-01T00:00:00Z', created_before: '2026-03-08T00:00:00Z' };

/** A user with a call at each of these times. */
async function userWith(calls: readonly ({ at: string } & Parameters<typeof storedCall>[0])[]) {
  const api = functions.ofAnotherUser();
  const stored = calls.map(({ at, ...changes }) =>
    storedCall({
      id: v7({ msecs: Date.parse(at) }),
      user_id: api.user,
      created_at: new Date(at).toISOString(),
      ...changes,
    }),
  );
  for (const call of stored) await insertCall(functions.table, call);
  const figures = async (query: Readonly<Record<string, string>> = {}) =>
    (await api.run('calls/figures', { query: { ...PERIOD, ...query } })).body;
  return { api, stored, figures };
}

const AGENT = '0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02';
const SPOKEN = {
  agent: { ...storedCall().agent, id: AGENT },
  status: 'ended',
  stage_outcome: 'human_disconnected',
  start_time: '2026-03-02T23:30:05.000Z',
  end_time: '2026-03-02T23:31:05.000Z',
} as const;

describe('GET /v1/calls/figures', () => {
  it('counts results, success, silences, length and cost exactly', async () => {
    const { figures } = await userWith([
      { at: '2026-03-02T23:30:00Z', ...SPOKEN, succeeded: true, silences_ms: [400, 600], counted_cost: 0.1 },
      { at: '2026-03-03T10:00:00Z', ...SPOKEN, succeeded: false, silences_ms: [2000], counted_cost: 0.2 },
      { at: '2026-03-03T10:30:00Z', status: 'error', stage_outcome: 'call_did_not_connect' },
      { at: '2026-03-03T11:00:00Z', status: 'in_progress' },
      { at: '2026-03-08T00:00:00Z', ...SPOKEN },
    ]);

    expect(await figures()).toMatchObject({
      currency: 'USD',
      total: {
        calls: 4,
        results: { answered: 2, not_reached: 1, failed: 0, open: 1 },
        success: { judged: 2, succeeded: 1 },
        response_time: { p50_ms: 600, p95_ms: 2000, answers: 3 },
        seconds_p50: 60,
        total_cost: 0.3,
        last_call_at: '2026-03-03T11:00:00.000Z',
      },
      groups: [
        { time: '2026-03-02', figures: { calls: 1 } },
        { time: '2026-03-03', figures: { calls: 3 } },
      ],
    });
  });

  it.each([
    [{ by: 'day', time_zone: 'Europe/Berlin' }, [{ time: '2026-03-03', figures: { calls: 3 } }]],
    [
      { by: 'hour', time_zone: 'Asia/Kolkata' },
      [
        { time: '2026-03-03T05', figures: { calls: 1 } },
        { time: '2026-03-03T15', figures: { calls: 2 } },
      ],
    ],
    [{ by: 'agent' }, [{ agent: AGENT, figures: { calls: 3 } }]],
    [
      { by: 'version', agent: AGENT },
      [
        { agent: AGENT, agent_version: 1, figures: { calls: 1 } },
        { agent: AGENT, agent_version: 2, figures: { calls: 2 } },
      ],
    ],
    [{ by: 'agent', agent: '0199a5d0-3c02-7a10-8b20-5f6e7d8c9b03' }, []],
  ])('groups by %j', async (query, groups) => {
    const { figures } = await userWith([
      { at: '2026-03-02T23:30:00Z', ...SPOKEN, agent_version: 1 },
      { at: '2026-03-03T10:00:00Z', ...SPOKEN, agent_version: 2 },
      { at: '2026-03-03T10:10:00Z', ...SPOKEN, agent_version: 2 },
    ]);

    const found = (await figures(query)).groups;

    expect(found).toHaveLength(groups.length);
    expect(found).toMatchObject(groups);
  });

  it('forgets a deleted call', async () => {
    const { api, stored, figures } = await userWith([{ at: '2026-03-02T23:30:00Z', ...SPOKEN }]);

    await removeCall(functions.table, { userId: api.user, callId: stored[0]!.id });

    expect((await figures()).total.calls).toBe(0);
  });

  it.each([
    [{ created_after: '2025-03-01T00:00:00Z' }, 'created_after', 'period_too_long'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'unknown_time_zone'],
  ])('refuses %j', async (given, field, type) => {
    const query = { ...PERIOD, ...given };

    const { status, body } = await functions.run('calls/figures', { query });

    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ loc: ['query', field], type });
  });
});

it.each([
  ['open', { status: 'in_progress', start_time: '2026-01-01T00:00:00.000Z' }],
  ['answered', SPOKEN],
  ['failed', { ...SPOKEN, status: 'error' }],
  ['failed', { status: 'error' }],
  ['not_reached', { status: 'error', stage_outcome: 'call_did_not_connect' }],
  ['not_reached', { ...SPOKEN, stage_outcome: 'human_unanswered' }],
] as const)('names the result %s of a call', (result, changes) => {
  expect(resultOf(storedCall(changes))).toBe(result);
});

it('lists the health of agents: calls by day, tests of the version in use, and a waiting draft', async () => {
  const api = functions.ofAnotherUser();
  const { agent } = await makeAgent(new FunctionClient(api));
  await api.run('agents/update', { query: { id: agent.id }, body: { drafts: true } });
  await api.run('agents/update', { query: { id: agent.id }, body: { initial_message: 'Hello again' } });
  const now = new Date();
  const ofAgent = { ...storedCall().agent, id: agent.id };
  const call = { user_id: api.user, agent: ofAgent, created_at: now.toISOString() };
  await insertCall(functions.table, storedCall({ ...call, id: v7({ msecs: now.getTime() }) }));
  const mark = { test_id: AGENT, name: 'One', run_id: AGENT, at: now.toISOString(), test_hash: '' };
  for (const [version, status] of [
    [1, 'passed'],
    [2, 'failed'],
  ] as const)
    await putTestMark(
      functions.table,
      { userId: api.user, agentId: agent.id, version },
      { mark: { ...mark, status, not_checked: 0 }, now },
    );

  const { body } = await api.run('agents/health');
  const refused = await api.run('agents/health', { token: { scopes: 'agents:read' } });

  expect(body).toMatchObject([
    {
      agent: agent.id,
      figures: { calls: 1 },
      days: [0, 0, 0, 0, 0, 0, 1],
      tests: { passed: 1, failed: 0 },
      waiting_version: 2,
    },
  ]);
  expect(refused.status).toBe(403);
});
