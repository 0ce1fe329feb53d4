import { describe, expect, it } from 'vitest';
import { playCase } from '../../lambdas/agent-tests/play-case.ts';
import { agentVersions } from '../support/agent-versions.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { caseWorkers } from './case-workers.ts';

const api = await FunctionApi.ofFile();
const { agentWith, publish, versionOf } = agentVersions(() => api);
const { queued, work, runOf, finished } = await caseWorkers(api, [
  { when: { system: 'Be brief' }, reply: 'Yes?' },
  { reply: 'I see.' },
]);

const TEST = { name: 'brief', turns: [{ contact: 'Hello', expect: [{ says: 'yes' }] }] };

const run = async (testId: string, agent: string, runs = 1): Promise<string> =>
  (await api.run('tests/run', { body: { tests: [testId], agent, runs } })).body.id;

describe('a run of tests and its workers', () => {
  it('opens the publication that requires the test once it passes', async () => {
    const { id } = await agentWith();
    const test = await api.created('tests', TEST);
    await api.update('agents', id, { drafts: true, publish_requires: [test.id] });
    const tested = async (content: string) => {
      await api.update('agents', id, { prompt: { content } });
      const { status } = await finished(await run(test.id, `${id}@draft`));
      const { status: code, body } = await publish(id);
      return [status, code, body.detail?.[0]?.type];
    };

    expect(await tested('Be kind, and talk.')).toEqual(['failed', 409, 'tests_not_passed']);
    expect(await tested('Be brief.')).toEqual(['passed', 200, undefined]);
  });

  it('is another than a run of the same test at the same time, and plays each case once', async () => {
    const { id } = await agentWith({ prompt: { content: 'Be brief.' } });
    const test = await api.created('tests', TEST);
    const older = await run(test.id, id, 2);
    await api.update('tests', test.id, { turns: [{ contact: 'Hello', expect: [{ says: 'zebra' }] }] });
    const newer = await run(test.id, id, 2);
    let plays = 0;
    const play: typeof playCase = (...given) => {
      plays += 1;
      return playCase(...given);
    };

    // Each message comes twice, and those of the newer run first.
    const messages = queued.splice(0).toReversed();
    await Promise.all([...messages, ...messages].map((message) => work(message, play)));

    expect(plays).toBe(4);
    expect(await runOf(older)).toMatchObject({ status: 'passed', counts: { passed: 2, failed: 0 } });
    expect(await runOf(newer)).toMatchObject({ status: 'failed', counts: { passed: 0, failed: 2 } });
    expect((await versionOf(id, 1)).body.tests).toMatchObject([{ status: 'failed', run_id: newer }]);
  });
});
