import { describe, expect, it } from 'vitest';
import { agentTestKind, hashOfTest } from '../../../../lambdas/agent-tests/model/agent-test.ts';
import { agentKind } from '../../../../lambdas/agents/model/agent.ts';
import { putTestMark } from '../../../../lambdas/agents/store/test-marks.ts';
import { getRecord } from '../../../../lambdas/records/store/records.ts';
import { agentVersions } from '../../../support/agent-versions.ts';
import { FunctionApi } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, versionOf } = agentVersions(() => api);

const TEST = { name: 'greets', turns: [{ contact: 'Hello' }], always: [{ never_says: 'guarantee' }] };

/** An agent with a draft, version 3, that has to pass a test. */
async function guardedAgent() {
  const { id } = await agentWith();
  const test = await api.created('tests', TEST);
  await api.update('agents', id, { drafts: true, publish_requires: [test.id] });
  await api.update('agents', id, { prompt: { content: 'Be brief.' } });
  return { id, test };
}

const publish = (id: string, body: object = {}, scopes?: string) =>
  api.run('agents/publish', { query: { id }, body, ...(scopes && { token: { scopes } }) });

async function mark(
  agentId: string,
  version: number,
  testId: string,
  status: 'passed' | 'failed',
  not_checked = 0,
) {
  const test = await getRecord(api.table, api.user, agentTestKind, testId);
  if (!test) throw new Error('Nothing to mark.');
  const now = new Date();
  const ids = { test_id: testId, run_id: testId, not_checked };
  const mark = { ...ids, name: test.name, status, at: now.toISOString(), test_hash: hashOfTest(test) };
  await putTestMark(api.table, { userId: api.user, agentId, version }, { mark, now });
}

describe('an agent that has to pass tests', () => {
  it('is published once each passed, as test and agent are now', async () => {
    const { id, test } = await guardedAgent();
    const never = await publish(id);
    await mark(id, 2, test.id, 'failed');
    const failed = await publish(id, { version: 2 });
    await mark(id, 2, test.id, 'passed', 1);
    const unchecked = await publish(id, { version: 2 });
    await mark(id, 2, test.id, 'passed');
    const split = [1, 2].map((version) => ({ version, weight: version }));
    const beside = await publish(id, { version: split });
    const passed = await publish(id, { version: 2 });
    const shown = await versionOf(id, 2);
    await api.update('tests', test.id, { always: [{ never_says: 'promise' }] });
    const changed = await publish(id, { version: 2 });
    const outdated = await versionOf(id, 2);

    const issuesOf = ({ status, body }: typeof never) => [
      status,
      body.detail?.[0]?.type,
      body.detail?.[0]?.msg,
    ];
    expect(issuesOf(never)).toEqual([
      409,
      'tests_not_passed',
      expect.stringContaining('not run with this version'),
    ]);
    expect(issuesOf(failed)).toEqual([409, 'tests_not_passed', expect.stringContaining('see the run')]);
    expect(issuesOf(unchecked)).toEqual([
      409,
      'tests_not_passed',
      expect.stringContaining('did not check 1'),
    ]);
    // Version 1, which is live, has never passed.
    expect(beside.body.published).toEqual(split);
    expect(passed).toMatchObject({ status: 200, body: { published: [{ version: 2, weight: 1 }] } });
    expect(shown.body.tests).toMatchObject([{ test_id: test.id, name: 'greets', status: 'passed' }]);
    expect(shown.body.required_tests).toEqual([{ test_id: test.id, name: 'greets', reason: null }]);
    expect(outdated.body.required_tests[0].reason).toBe('the test changed since');
    expect(issuesOf(changed)).toEqual([409, 'tests_not_passed', expect.stringContaining('test changed')]);
  });

  it('is published and restored without them by force, with a scope of its own', async () => {
    const { id } = await guardedAgent();

    const refused = await publish(id, { force: true }, 'agents:write write');
    const restored = await api.run('agents/rollback', { query: { id }, body: { version: 1 } });
    const forced = await publish(id, { force: true });
    const back = await api.run('agents/rollback', { query: { id }, body: { version: 1, force: true } });

    expect([refused, restored, forced, back].map(({ status }) => status)).toEqual([403, 409, 200, 200]);
    const agent = await getRecord(api.table, api.user, agentKind, id);
    expect(agent?.publish_forced_at).toEqual(expect.any(String));
  });

  it('keeps a test unless a token may publish by force', async () => {
    const { id } = await guardedAgent();
    const taken = (scopes?: string) =>
      api.run('agents/update', {
        query: { id },
        body: { drafts: false, publish_requires: null },
        ...(scopes && { token: { scopes } }),
      });

    const answers = [await taken('write'), await taken('write agents:force')];

    expect(answers.map(({ status, body }) => [status, body.detail?.[0]?.loc])).toEqual([
      [403, ['body', 'publish_requires']],
      [200, undefined],
    ]);
  });

  it('names tests that exist, and has drafts', async () => {
    const { id } = await agentWith();
    const test = await api.created('tests', TEST);
    const theirs = await api.ofAnotherUser().created('tests', TEST);

    const answers = [
      await api.update('agents', id, { publish_requires: [test.id] }),
      await api.update('agents', id, { drafts: true, publish_requires: [test.id, theirs.id] }),
      await api.update('agents', id, { drafts: true, publish_requires: [test.id] }),
      await api.update('agents', id, { drafts: false }),
      await api.update('agents', id, { drafts: false, publish_requires: null }),
    ];

    expect(answers.map(({ status, body }) => [status, body.detail?.[0]?.loc?.join('.')])).toEqual([
      [422, 'body.publish_requires'],
      [422, 'body.publish_requires.1'],
      [200, undefined],
      [422, 'body.publish_requires'],
      [200, undefined],
    ]);
  });
});
