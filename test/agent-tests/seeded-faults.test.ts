import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { beforeAll, expect, it } from 'vitest';
import { readTests, testFilesIn } from '#cli/agent-tests/find-tests.ts';
import type { FoundTest } from '#cli/agent-tests/test-file.ts';
import { parseSample } from '#cli/samples/sample.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { rowsOf } from '../support/rows.ts';
import { END, external, TRANSFER, testedAgent } from './played-test.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const AGENT = join(EXAMPLES, 'agents', 'front-desk.yaml');
const sample = parseSample(readFileSync(AGENT, 'utf8'), AGENT);

let tests: readonly FoundTest[];
beforeAll(async () => {
  ({ tests } = await readTests(testFilesIn([join(EXAMPLES, 'tests', 'front-desk')]), []));
});

const actions: CallAction[] = [
  external('find_slot', 1, { day: { type: 'string' } }),
  external('book', 2, { day: { type: 'string' }, time: { type: 'string' } }),
  TRANSFER,
  END,
];

/** Which of the example's tests do not pass with its agent, whose model answers these rules first. */
async function found(faults: readonly RuleInput[]): Promise<string[]> {
  const play = await testedAgent({
    actions,
    prompt: String(sample.agent.prompt),
    greeting: String(sample.agent.initial_message),
    replies: [...faults, ...sample.model],
  });
  const results = await Promise.all(
    tests.map(async ({ test, path }) => {
      const { status, error } = await play(test);
      return status === 'passed' ? [] : `${basename(path, '.yaml')}: ${error ?? status}`;
    }),
  );
  return results.flat();
}

it('no test fails with the agent as it should be', async () => {
  expect(await found([])).toEqual([]);
  expect(tests.length).toBe(10);
});

it.each(
  rowsOf<[fault: string, rule: RuleInput, test: string]>(import.meta.url, 'corpus/seeded-faults.jsonl'),
)('an agent that %s fails one test, and passes the others', async (_, rule, test) => {
  expect(await found([rule])).toEqual([`${test}: failed`]);
});
