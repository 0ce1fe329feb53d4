import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import { explore } from './explore.ts';
import type { TestReport } from './report.ts';
import type { FoundTest } from './test-file.ts';

interface Exploring {
  /** The number of orders of each test, and the seed that draws them. */
  readonly count: number;
  readonly seed: number;
  /** The agent of each test for the service: an id if the test names a file. */
  readonly agents: readonly (string | undefined)[];
  readonly run: (tests: readonly FoundTest[]) => Promise<TestReport[]>;
  readonly onProgress: (line: string) => void;
  /** Called with the outcome of each test. */
  readonly print: (text: string) => void;
}

/** Plays the lines of each test in other orders. Returns the exit code. Throws CommandError if one cannot be run. */
export async function exploreTests(
  tests: readonly FoundTest[],
  { count, seed, agents, run, onProgress, print }: Exploring,
): Promise<0 | 1> {
  let hasFailed = false;
  for (const [index, { test, path, placeOf }] of tests.entries()) {
    const agent = agents[index];
    const played = (one: AgentTestInput) => ({ ...one, ...(agent !== undefined && { agent }) });
    const found = await explore(test, {
      count,
      seed,
      play: (orders) => run(orders.map((one) => ({ test: played(one), path, placeOf }))),
      onProgress: (number, isShrinking) =>
        onProgress(
          isShrinking ? `${path}: shrinking order ${number} …` : `${path}: ${number} of ${count} orders …`,
        ),
    });
    onProgress('');
    const head = `${path}: ${test.name}`;
    if (!found) print(`passed ${head}: ${count} orders\n`);
    else print(`FAILED ${head}: order ${found.order} of ${count}, shrunk:\n\n${found.yaml}\n`);
    hasFailed ||= found !== undefined;
  }
  return hasFailed ? 1 : 0;
}
