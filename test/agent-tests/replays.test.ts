import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agentTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { agentKind } from '../../lambdas/agents/model/agent.ts';
import { presentAgent } from '../../lambdas/agents/store/agent-for-call.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import { insertCall } from '../../lambdas/calls/store/calls.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import { agentVersions } from '../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { caseWorkers } from './case-workers.ts';

const api = await FunctionApi.ofFile();
const { agentWith } = agentVersions(() => api);

const { queued, finished } = await caseWorkers(api, [
  { when: { system: 'Be brief' }, reply: 'Yes?' },
  { when: { tool_result: 'paid' }, reply: 'It is paid.' },
  { when: { last_user: 'order' }, tool_call: { name: 'look_up', arguments: { b: '7' } } },
  { reply: 'I see.' },
]);

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

/** A finished call of an agent, in which its tool was called. */
async function calledWith(agentId: string, more: Partial<CallWithSnapshot> = {}): Promise<CallWithSnapshot> {
  const agent = (await getRecord(api.table, api.user, agentKind, agentId))!;
  const { snapshot } = await presentAgent(api.table, agent, new Date());
  const call = storedCall({
    id: newId(),
    user_id: api.user,
    ...snapshot,
    status: 'ended',
    stage_outcome: 'human_disconnected',
    agent_version: 1,
    created_at: new Date().toISOString(),
    start_time: at(0),
    messages: [
      { sender: 'human', text: 'Hello', timestamp: at(1) },
      { sender: 'agent', text: 'I see.', timestamp: at(2) },
      { sender: 'human', text: 'My order is 7', timestamp: at(5) },
      { sender: 'agent', text: 'It is paid.', timestamp: at(6) },
    ],
    actions_taken: [
      {
        action_id: snapshot.agent.actions[0]!.id,
        type: 'action_external',
        input: { b: '7' },
        output: { result: 'paid' },
        timestamp: at(6),
        after_messages: 3,
      },
    ],
    ...more,
  });
  await insertCall(api.table, call);
  return call;
}

const replay = (body: object, scopes = '*') => api.run('calls/replay', { body, token: { scopes } });

describe('a test of a recorded call', () => {
  const run = (test: object, scopes = '*') =>
    api.run('tests/run', { body: { tests: [test] }, token: { scopes } });

  it('plays the turns of the call, and holds to what it says besides', async () => {
    const agent = await agentWith({ name: 'caller of record' });
    const call = await calledWith(agent.id);

    const test = {
      name: 'as then',
      call: { id: call.id },
      finally: [{ tool: 'look_up' }, { says: 'zebra' }],
    };
    const { body } = await run(test);
    const ended = await finished(body.id);

    expect(ended.cases).toMatchObject([{ name: 'as then', agent_version: 1, status: 'failed' }]);
    expect(ended.cases[0].failures).toEqual([expect.stringContaining('says zebra')]);
  });

  it('needs a finished call of the same user, and a token that reads calls', async () => {
    const agent = await agentWith();
    const call = await calledWith(agent.id, { status: 'in_progress' });
    const test = { name: 'as then', call: { id: call.id }, always: [{ never_says: 'zebra' }] };

    expect(placesOf(await run(test))).toEqual(['body.tests.0.call.id call_not_over']);
    const theirs = await api.ofAnotherUser().run('tests/run', { body: { tests: [test] } });
    expect(placesOf(theirs)).toEqual(['body.tests.0.call.id unknown_reference']);
    expect((await run(test, 'tests:write')).status).toBe(403);
  });
});

describe('a replay of calls', () => {
  it('compares the newest calls of an agent with a version, and that one with a baseline', async () => {
    const agent = await agentWith({ name: 'clerk' });
    const other = await agentWith();
    const older = await calledWith(agent.id);
    const newer = await calledWith(agent.id);
    await calledWith(other.id);
    await calledWith(agent.id, { hipaa_compliant: true });
    await calledWith(agent.id, { messages: [] });
    await api.update('agents', agent.id, { prompt: { content: 'Be brief.' } });

    const same = await replay({ filter: { agent_id: agent.id }, agent_version: 1 });
    const sameRun = await finished(same.body.id);
    const one = await replay({ filter: { agent_id: agent.id, limit: 1 }, agent_version: 1 });
    const draft = await replay({ calls: [older.id], agent_version: 'draft', baseline: 1 });
    const draftRun = await finished(draft.body.id);
    const { body: whole } = await api.run('tests/runs', { query: { id: draft.body.id, case: '1' } });

    expect(one.body.cases).toMatchObject([{ call_id: newer.id }]);
    expect(same.body).toMatchObject({ kind: 'replay', status: 'running', name: 'Replay of 2 calls' });
    expect(sameRun.cases.map(({ call_id }: { call_id: string }) => call_id)).toEqual([newer.id, older.id]);
    expect(sameRun).toMatchObject({
      status: 'passed',
      agent_id: agent.id,
      counts: { passed: 2, failed: 0, diverged: 0, error: 0 },
      cases: [{ agent_name: 'clerk', agent_version: 1, comparison: { same: 2, different: 0 } }, {}],
    });
    expect(draftRun).toMatchObject({
      status: 'failed',
      cases: [
        {
          call_id: older.id,
          agent_version: 2,
          failures: [
            'turn 1: words: before "I see.", now "Yes?"',
            'turn 3: tool: before look_up {"b":"7"}, now no tool',
          ],
          comparison: {
            same: 0,
            different: 2,
            first: { turn: 1, kind: 'words', before: '"I see."', after: '"Yes?"' },
          },
        },
      ],
    });
    expect(whole.cases[0].result.compared).toMatchObject([
      { turn: 1, contact: 'says "Hello"', before: 'says "I see."', after: 'says "Yes?"' },
      { turn: 3, verdict: 'different' },
    ]);
  });

  it('refuses what it cannot replay, all at once, and other users’ calls', async () => {
    const agent = await agentWith();
    const open = await calledWith(agent.id, { status: 'in_progress' });
    const hidden = await calledWith(agent.id, { hipaa_compliant: true });
    const call = await calledWith(agent.id);
    const stranger = api.ofAnotherUser();

    const calls = [open.id, hidden.id, randomUUID()];
    expect(placesOf(await replay({ calls, agent_version: 1 }))).toEqual([
      'body.calls.0 call_not_over',
      'body.calls.1 call_without_words',
      'body.calls.2 unknown_reference',
    ]);
    expect(placesOf(await replay({ calls: [call.id], agent_version: 7 }))).toEqual([
      'body.agent_version unknown_version',
    ]);
    expect(placesOf(await replay({ calls: [call.id], agent_version: 1, baseline: 8 }))).toEqual([
      'body.baseline unknown_version',
    ]);
    expect(placesOf(await replay({ agent_version: 1 }))).toEqual(['body one_of']);
    expect(placesOf(await replay({ filter: { until: at(0) }, agent_version: 1 }))).toEqual([
      'body.filter no_calls',
    ]);
    const theirs = await stranger.run('calls/replay', { body: { calls: [call.id], agent_version: 1 } });
    expect(placesOf(theirs)).toEqual(['body.calls.0 unknown_reference']);
    expect(queued).toEqual([]);
  });

  it('costs about as much as the models of its calls did, for each model that it asks', async () => {
    const turns = [{ number: 2, figures: { ms: [], model: 'gpt-4.1-mini', tokens: [1_000_000, 0, 0, 0] } }];
    const times = { start_time: at(0), end_time: at(60_000) };
    const call = await calledWith((await agentWith()).id, { turns, ...times });
    const estimate = async (more: object) => {
      const body = { calls: [call.id], agent_version: 1, ...more };
      return (await api.run('calls/replay-estimate', { body })).body;
    };

    expect(await estimate({})).toEqual({ calls: 1, cost: { currency: 'USD', total: 0.4 } });
    expect((await estimate({ baseline: 1, mode: 'closed' })).cost.total).toBe(1.6);
  });

  it('needs a token that may read calls, also to get what it came to', async () => {
    const call = await calledWith((await agentWith()).id);
    const body = { calls: [call.id], agent_version: 1 };

    const refused = await replay(body, 'tests:write');
    const { status, body: run } = await replay(body, 'tests:write calls:read');
    const unseen = await api.run('tests/runs', { query: { id: run.id }, token: { scopes: 'tests:read' } });

    expect([refused.status, status, unseen.status]).toEqual([403, 200, 403]);
    await finished(run.id);
  });
});

describe('a test from a call', () => {
  const fromCall = (id: string, scopes = '*', by = api) =>
    by.run('tests/from-call', { query: { id }, token: { scopes } });

  it('can be created as it is, and passes', async () => {
    const agent = await agentWith();
    const call = await calledWith(agent.id);

    const { body } = await fromCall(call.id);
    const test = await api.created('tests', body.test);
    const { body: begun } = await api.run('tests/run', { body: { tests: [test.id] } });
    const run = await finished(begun.id);

    expect(body.notes).toEqual([]);
    expect(agentTest.safeParse(body.test).success).toBe(true);
    expect(run).toMatchObject({ status: 'passed', cases: [{ agent_version: 1, error: null }] });
  });

  it('is refused without words, before the end, to others, and without the scope to read calls', async () => {
    const agent = await agentWith();
    const call = await calledWith(agent.id);
    const open = await calledWith(agent.id, { status: 'in_progress' });
    const silent = await calledWith(agent.id, { hipaa_compliant: true });

    const answers = [
      await fromCall(open.id),
      await fromCall(silent.id),
      await fromCall(call.id, '*', api.ofAnotherUser()),
      await fromCall(call.id, 'tests:write'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 404, 403]);
  });
});
