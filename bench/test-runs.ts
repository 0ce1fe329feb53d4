import { setTimeout as pause } from 'node:timers/promises';
import { makeAgent } from '../test/support/scene.ts';
import { startMeasuredService } from './measured-service.ts';
import { median } from './statistics.ts';
import { number, type Table, verdict } from './table.ts';

const TESTS = 200;
const TURNS = 5;

/** Goal: seconds of all tests. */
const ALL_SECONDS = 20;

/** Measures a run of tests through the local service: its API, queue, workers and table. */
export async function measureTestRuns(): Promise<Table> {
  const { api, requests, invocations, functionName, close } = await startMeasuredService();
  try {
    const { agent } = await makeAgent(api, { initialMessage: 'Good day.' });
    await run(agent.id, 20);
    const [requestsBefore, invocationsBefore] = [requests.length, invocations.length];
    const { creationMs, allMs } = await run(agent.id, TESTS);
    const cases = invocations
      .slice(invocationsBefore)
      .filter((each) => each.functionName === functionName('agent-tests/run-case'));
    return {
      title: 'Runs of tests',
      note:
        `${TESTS} scripted tests of ${TURNS} turns through the local service, with the scripted model over HTTP. ` +
        `Goal: ${ALL_SECONDS} s.`,
      columns: ['creation, ms', 'all, s', 'a case, ms', 'requests to AWS a case', 'goal'],
      rows: [
        [
          number(creationMs),
          number(allMs / 1000, 1),
          number(median(cases.map(({ durationMs }) => durationMs))),
          number((requests.length - requestsBefore) / TESTS, 1),
          verdict(allMs / 1000, ALL_SECONDS),
        ],
      ],
    };
  } finally {
    await close();
  }

  async function run(agent: string, tests: number) {
    const begun = performance.now();
    const { id } = await api.created('/v1/tests/run', {
      agent,
      tests: Array.from({ length: tests }, (_, index) => testOf(index)),
    });
    const creationMs = performance.now() - begun;
    for (;;) {
      const { body } = await api.get(`/v1/tests/runs?id=${id}`);
      if (body.status !== 'running') {
        if (body.status !== 'passed')
          throw new Error(`A measured run ${body.status}: ${JSON.stringify(body.cases[0])}`);
        return { creationMs, allMs: performance.now() - begun };
      }
      await pause(1_000);
    }
  }
}

const testOf = (index: number) => ({
  name: `measured ${index}`,
  turns: Array.from({ length: TURNS }, (_, turn) => ({
    contact: `I would like to come on day ${turn}.`,
    expect: [{ says: { matches: '.' } }],
  })),
  always: [{ never_says: 'guarantee' }],
});
