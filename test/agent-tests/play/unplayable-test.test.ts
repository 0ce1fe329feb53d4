import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AgentTestInput, agentTest } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { examineWith } from '../../../lambdas/agent-tests/play/examine.ts';
import { loadDayUse, tokenReserve } from '../../../lambdas/usage/store/day-use.ts';
import { TokenMeter } from '../../../lambdas/vendors/llm/model-usage.ts';
import { rowsOf } from '../../support/rows.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { END, external, modelAt, testedAgent } from '../played-test.ts';

describe('a test that cannot be run', () => {
  it.each<[string, Partial<AgentTestInput>, string]>([
    ...rowsOf<[string, Partial<AgentTestInput>, string]>(import.meta.url, '../corpus/unplayable-tests.jsonl'),
    ['expects nothing', {}, expect.stringMatching(/^The test expects nothing, .* add `expect` to a turn/)],
  ])('says why: it %s', async (_, change, error) => {
    const play = await testedAgent({ actions: [external('book', 1, { day: {} })] });

    expect(await play({ name: 'wrong', turns: [{ contact: 'Hi' }], ...change })).toMatchObject({
      status: 'error',
      error,
    });
  });

  it('is no failure of the agent if its model cannot be reached, or fails', async () => {
    const test = { name: 'gone', turns: [{ contact: 'Hi', expect: [{ says: 'Hi' }] }] };
    const unreachable = await testedAgent({ baseUrl: 'http://127.0.0.1:9/v1' });
    const failing = await testedAgent({ replies: [{ reply: '', fault: 'http_500' }] });

    const results = [await unreachable(test), await failing(test)];

    expect(results).toMatchObject([{ status: 'error' }, { status: 'error' }]);
    expect(results.map(({ error }) => error?.slice(0, 40))).toEqual(
      Array(2).fill('The language model could not be asked: {'),
    );
  });

  it('ends at the quota of tokens, however many tests, judges and simulated callers ask at once', async () => {
    const table = { ...(await tableOfFile()), quotas: { model_tokens: 20_000 } };
    const day = { userId: randomUUID(), now: new Date() };
    const goOn = { when: { system: 'You play a person' }, reply: '{"action": "say", "text": "And?"}' };
    const play = await testedAgent({ replies: [goOn] });
    const meter = new TokenMeter(tokenReserve(table, day.userId, () => day.now));
    const models = () => [modelAt(play.url, meter)];
    const judges = Array.from({ length: 50 }, (_, number) => ({ judge: { criterion: `says "${number}"` } }));
    const tests: AgentTestInput[] = [
      { name: 'judged', turns: [{ contact: 'Hi' }], finally: judges },
      { name: 'called', caller: { persona: 'patient', goal: 'to talk for long', max_turns: 60 } },
      { name: 'long', turns: Array(60).fill({ contact: 'Hi' }) },
    ];

    const run = (test: AgentTestInput) =>
      play(test, { models, examine: examineWith({ test: agentTest.parse(test), models }) });
    const results = await Promise.all([...tests, ...tests].map(run));

    const ended = { status: 'error', error: expect.stringMatching(/^Tokens used up/) };
    expect(results).toMatchObject(Array(6).fill(ended));
    const { model_tokens: used } = await loadDayUse(table, day);
    expect(used).toBe(meter.tokens);
    expect(used).toBeGreaterThan(10_000);
    expect(used).toBeLessThanOrEqual(20_000);
  });

  it('is no failure of the agent if its knowledge cannot be looked up', async () => {
    const play = await testedAgent({ run: { knowledge: () => Promise.reject(new Error('gone')) } });

    const result = await play({ name: 'gone', turns: [{ contact: 'Hi', expect: [{ says: 'Hello' }] }] });

    expect(result).toMatchObject({
      status: 'error',
      error: 'The knowledge of the agent could not be looked up.',
    });
  });

  it('ends with its run if the model never answers', async () => {
    const play = await testedAgent({ actions: [END], replies: [{ reply: '', fault: 'hang' }] });

    const signal = AbortSignal.timeout(300);
    const result = await play({ name: 'endless', turns: [{ contact: 'Hi' }] }, { signal });

    expect(result).toMatchObject({ status: 'error', error: 'The test took too long.' });
  });
});

describe('a hostile peer', () => {
  it('that calls real services for ever is stopped', async () => {
    const play = await testedAgent({
      actions: [external('book')],
      replies: [{ when: { tool_result: '' }, reply: 'Done.' }, { tool_call: { name: 'book' } }],
    });

    const result = await play({
      name: 'hostile',
      tools: { unmocked: 'real' },
      turns: Array(110).fill({ contact: 'Hi' }),
    });

    expect(result).toMatchObject({
      status: 'error',
      error: 'The agent called services more than 100 times.',
    });
  });

  it('that calls tools for ever, or answers too much, costs its turn', async () => {
    const play = await testedAgent({
      actions: [external('find_slot')],
      replies: [
        { when: { tool_result: '' }, tool_call: { name: 'find_slot' } },
        { tool_call: { name: 'find_slot' } },
      ],
    });

    const result = await play({
      name: 'hostile',
      tools: { mocks: [{ tool: 'find_slot', returns: 'x'.repeat(100_000) }] },
      turns: [{ contact: 'Hi', expect: [{ tool: 'find_slot' }] }],
    });

    expect(result.turns[1]?.tools).toHaveLength(3);
    expect(result.turns[1]?.tools[0]).toMatchObject({
      output: { error: 'The answer of the service broke off.' },
      failed: true,
    });
  });
});
