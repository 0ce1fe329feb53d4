import { randomUUID } from 'node:crypto';
import type { BatchGetCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testRunInput } from '../../../lambdas/agent-tests/model/test-run.ts';
import { planRun } from '../../../lambdas/agent-tests/requests/plan-run.ts';
import type { ApiError } from '../../../lambdas/http/errors.ts';
import { agentVersions } from '../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { interposed } from '../../support/table/interposed.ts';
import { caseQueue } from '../case-workers.ts';
import { TEST } from '../stored-run.ts';

const api = await FunctionApi.ofFile();
const stranger = api.ofAnotherUser();
const { agentWith, publish } = agentVersions(() => api);

const queue = await caseQueue();
vi.stubEnv('TEST_CASES_URL', queue.url);

beforeEach(() => {
  queue.messages = [];
  queue.isDown = false;
});

const run = (body: object, headers = {}) => api.run('tests/run', { body, headers });
const runs = async () => (await api.run('tests/runs/list')).body;

describe('tests/run', () => {
  it('runs tests by id, by label and inline, each with each version', async () => {
    const agent = await agentWith({ name: 'Receptionist', drafts: true });
    await publish(agent.id, { version: 1 });
    await api.update('agents', agent.id, { initial_message: 'Good day.' });
    const label = randomUUID();
    const labelled = await api.created('tests', { ...TEST, name: 'labelled', labels: ['other', label] });
    const named = await api.created('tests', { ...TEST, name: 'named' });

    const { body, status, text } = await run({
      tests: [named.id, { ...TEST, name: 'inline' }],
      labels: [label],
      agent: 'Receptionist',
      versions: ['published', 'draft', 'published'],
      runs: 2,
    });

    expect(status, text).toBe(200);
    expect(body).toMatchObject({ kind: 'test', status: 'running', name: 'named and 2 more', test_id: null });
    expect(body.counts).toEqual({
      queued: 12,
      running: 0,
      passed: 0,
      failed: 0,
      error: 0,
      not_checked: 0,
      skipped: 0,
    });
    const rows = body.cases.map((each: Record<string, unknown>) =>
      [each.test_id, each.name, each.agent_version, each.run].join(' '),
    );
    const ofTest = (id: string | null, name: string) =>
      [1, 2].flatMap((version) => [1, 2].map((repetition) => `${id ?? ''} ${name} ${version} ${repetition}`));
    expect(rows).toEqual([
      ...ofTest(named.id, 'named'),
      ...ofTest(null, 'inline'),
      ...ofTest(labelled.id, 'labelled'),
    ]);
    expect(queue.messages).toEqual(
      rows.map((_: string, index: number) => ({ user_id: api.user, run_id: body.id, number: index + 1 })),
    );
    expect((await api.run('tests/runs', { query: { id: body.id } })).body).toEqual(body);
    const listed = await api.run('tests/runs/list', { query: { test_id: labelled.id } });
    expect(listed.body.map(({ id }: { readonly id: string }) => id)).toEqual([body.id]);
  });

  it('reads only tests with its labels, and few more bytes than it may have', async () => {
    const { table, user: userId } = stranger;
    const [label, large, unused] = ['few', 'large', 'unused'];
    const first = await stranger.created('tests', { ...TEST, labels: [label] });
    const second = await stranger.created('tests', { ...TEST, labels: [label] });
    await stranger.update('tests', second.id, { labels: ['other'] });
    await stranger.update('tests', first.id, { name: 'renamed' });
    const tools = { mocks: [{ tool: 'book', returns: 'x'.repeat(150_000) }] };
    for (let number = 0; number < 60; number += 1)
      await stranger.created('tests', { ...TEST, tools, labels: [large] });
    const read: string[] = [];
    const watched = interposed(table, ({ input }) => {
      const { RequestItems = {}, ExpressionAttributeValues: values } = input as BatchGetCommandInput &
        QueryCommandInput;
      read.push(...Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys.map(({ sk }) => String(sk))));
      if (values) read.push(String(values[':prefix']));
    });
    const reads = async (labels: string[]) => {
      read.length = 0;
      const context = { userId, granted: undefined, now: new Date(), newId: randomUUID };
      const planned = planRun(watched, testRunInput.parse({ labels }), context);
      const issue = await planned.catch(({ issues: [first] }: ApiError) => first?.msg);
      return [issue, read.filter((sk) => sk.includes('TEST#')).length];
    };

    expect(await reads([unused])).toEqual(['No test has one of these labels.', 1]);
    expect(await reads([label])).toEqual(['Name the agent of this test.', 2]);
    expect(await reads([large])).toEqual([expect.stringContaining('at most 5000000 bytes'), 51]);
  }, 60_000);

  it('runs a simulated caller as often as it must pass', async () => {
    const agent = await agentWith();
    const caller = { persona: 'Ana', goal: 'An appointment', pass: '2 of 3' };

    const { body } = await run({ tests: [{ name: 'calls', agent: agent.id, caller }], runs: 5 });

    expect(
      body.cases.map(({ run: each, repeated }: { run: number; repeated: object }) => [each, repeated]),
    ).toEqual([1, 2, 3].map((each) => [each, { status: 'running', passed: 0, failed: 0, of: 3, needed: 2 }]));
  });

  it('names each test, agent and version that it cannot run', async () => {
    const agent = await agentWith();
    const theirAgent = await stranger.created('agents', {
      prompt: 'Hi',
      voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    });
    const theirTest = await stranger.created('tests', { ...TEST, labels: ['theirs'] });
    const namesake = [await agentWith({ name: 'Twin' }), await agentWith({ name: 'Twin' })];
    const placesIn = async (body: object) => placesOf(await run(body));

    expect(namesake).toHaveLength(2);
    expect(await placesIn({ agent: agent.id })).toEqual(['body missing']);
    expect(await placesIn({ tests: [{ ...TEST, agent: agent.id }, theirTest.id, randomUUID()] })).toEqual([
      'body.tests.1 unknown_reference',
      'body.tests.2 unknown_reference',
    ]);
    expect(await placesIn({ labels: ['theirs'], agent: agent.id })).toEqual(['body.labels unknown_label']);
    expect(await placesIn({ tests: [{ ...TEST, agent: agent.id }, TEST] })).toEqual([
      'body.tests.1.agent missing',
    ]);
    expect(
      await placesIn({
        tests: [
          { ...TEST, agent: theirAgent.id },
          { ...TEST, agent: 'Nobody' },
          { ...TEST, agent: 'Twin' },
          { ...TEST, agent: `${agent.id}@9` },
        ],
      }),
    ).toEqual([
      'body.tests.0.agent unknown_reference',
      'body.tests.1.agent unknown_reference',
      'body.tests.2.agent ambiguous_name',
      'body.tests.3.agent unknown_version',
    ]);
    expect(await placesIn({ tests: [TEST], agent: agent.id, versions: [1, 9] })).toEqual([
      'body.versions.1 unknown_version',
    ]);
    expect(await placesIn({ tests: [TEST], agent: `${agent.id}`, versions: [1], runs: 21 })).toEqual([
      'body.runs too_big',
    ]);
    expect(await placesIn({ tests: Array(26).fill(TEST), agent: agent.id, runs: 20 })).toEqual([
      'body too_many_cases',
    ]);
    expect(await placesIn({ tests: [{ ...TEST, turn: [] }], agent: agent.id })).toEqual([
      'body.tests.0.turn unknown_key',
    ]);
    expect(queue.messages).toEqual([]);
  });

  it('shows nothing of a run that could not be enqueued, and one run if its request is repeated', async () => {
    const agent = await agentWith();
    const before = (await runs()).length;
    const body = { tests: [TEST], agent: agent.id };
    const headers = { 'idempotency-key': randomUUID() };
    queue.isDown = true;
    expect((await run(body, headers)).status).toBe(500);
    expect(await runs()).toHaveLength(before);
    queue.isDown = false;
    // The lock of the request that broke off.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    onTestFinished(() => void vi.useRealTimers());

    const answers = [await run(body, headers), await run(body, headers)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await runs()).toHaveLength(before + 1);
    expect(queue.messages).toHaveLength(1);
  });

  it('refuses more cases in an hour than are permitted', async () => {
    const agent = await agentWith();
    vi.stubEnv('TEST_CASES_PER_HOUR', '3');

    const refused = await run({ tests: [TEST], agent: agent.id, runs: 4 });

    expect(refused.status).toBe(429);
    expect(Number(refused.headers?.['retry-after'])).toBeGreaterThan(0);
    vi.stubEnv('TEST_CASES_PER_HOUR', '5000');
  });

  it('shows a run to its user only, and its cases by their number', async () => {
    const agent = await agentWith();
    const { body } = await run({ tests: [TEST], agent: agent.id, runs: 2 });
    const query = { id: body.id };

    expect((await stranger.run('tests/runs', { query })).status).toBe(404);
    expect((await stranger.run('tests/runs/list')).body).toEqual([]);
    const [, second] = body.cases;
    expect((await api.run('tests/runs', { query: { ...query, case: '2' } })).body.cases).toEqual([second]);
    expect((await api.run('tests/runs', { query: { ...query, case: '3' } })).status).toBe(404);
    expect((await api.run('tests/runs/list', { query: { agent_id: agent.id } })).body).toHaveLength(1);
  });
});

describe('tests', () => {
  it('are stored as they were written', async () => {
    const written = {
      name: 'waits',
      turns: [{ silence: '20s', expect: [{ says: 'there' }] }],
      tools: { mocks: [{ tool: 'book', returns: null }] },
    };

    const stored = await api.created('tests', { $schema: 'https://example.com/schema.json', ...written });

    expect(stored).toEqual({ ...written, id: stored.id, user_id: api.user });
    expect(await api.got('tests', stored.id)).toEqual(stored);
    const { body } = await api.run('tests/list', { query: { sort_desc: 'true', size: '1' } });
    expect(body.items).toEqual([
      { id: stored.id, user_id: api.user, name: 'waits', labels: [], agent: null, kind: 'turns' },
    ]);
  });

  it('change by whole fields, and stay whole', async () => {
    const { id } = await api.created('tests', TEST);
    const caller = { persona: 'Ana', goal: 'An appointment' };

    expect(placesOf(await api.update('tests', id, { caller }))).toEqual(['body one_of']);
    expect(placesOf(await api.update('tests', id, { turns: [{ contact: 'Hi', silence: '1s' }] }))).toEqual([
      'body.turns.0 one_of',
    ]);
    const { body } = await api.update('tests', id, { turns: null, caller });

    expect(body).toMatchObject({ name: 'greets', turns: null, caller });
  });
});
