import { rmSync } from 'node:fs';
import { clockFromNow } from 'cdk-local/clock/install-clock.ts';
import { afterAll, expect, it } from 'vitest';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules, makeAgent } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { newDataFolder, startService } from '../../support/service/service-process.ts';

const data = newDataFolder();
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** The dead worker has its case for 330 seconds, and its message is hidden for 600. */
const SPEED = 20;

const testOf = (words: string) => ({
  name: words,
  turns: [{ contact: words, expect: [{ never_says: 'zebra' }] }],
});

it('a run goes on after its worker died, and plays no other case again', { timeout: 240_000 }, async () => {
  const first = await startService({ data });
  const api = new Api(first.connection.base_url, first.connection.access_token);
  await addModelRules(first.connection, [{ when: { last_user: 'SPEC-DIES meanwhile' }, fault: 'hang' }]);
  const { agent } = await makeAgent(api);
  const words = ['SPEC-DIES before', 'SPEC-DIES meanwhile', 'SPEC-DIES too'];
  const { id } = await api.created('/v1/tests/run', { agent: agent.id, tests: words.map(testOf) });
  const runWhen = async (of: Api, isSo: (run: { status: string; counts: object }) => unknown) =>
    until('the run', async () => {
      const { body } = await of.get(`/v1/tests/runs?id=${id}`);
      return (await isSo(body)) ? body : { waitingFor: body };
    });
  await runWhen(api, async ({ counts }) => {
    const asked = await modelRequests(first.connection, 'SPEC-DIES meanwhile');
    return 'passed' in counts && counts.passed === 2 && asked.length === 1;
  });
  await first.kill();

  const second = await startService({ data, clock: clockFromNow(SPEED) });
  const again = new Api(second.connection.base_url, second.connection.access_token);
  const run = await runWhen(again, ({ status }) => ['passed', 'failed', 'error'].includes(status));
  const asked = await modelRequests(second.connection, 'SPEC-DIES');
  await second.stop();

  expect(run).toMatchObject({ status: 'passed', counts: { passed: 3, failed: 0, error: 0 } });
  expect(asked.map(({ body }) => JSON.stringify(body))).toEqual([expect.stringContaining('meanwhile')]);
});
