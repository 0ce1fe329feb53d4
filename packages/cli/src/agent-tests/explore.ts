import fc from 'fast-check';
import { stringify } from 'yaml';
import type { AgentTestInput } from '../../../../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../../../../lambdas/agent-tests/model/case-result.ts';
import type { Verdict } from '../../../../lambdas/agent-tests/model/verdict.ts';
import { CommandError } from '../errors.ts';
import { Coverage } from './coverage.ts';
import { type Order, orders, testOf } from './orders.ts';
import type { Issue, TestReport } from './report.ts';
import type { FoundTest } from './test-file.ts';

/** Tests to play at a time, and the maximum number to play while shrinking a failure. */
const BATCH = 50;
const MAX_SHRINKING = 300;

/** The outcome of a test: a report of `runTests`. */
export interface Explored {
  readonly status: CaseResult['status'];
  readonly findings: readonly Pick<Verdict, 'expects' | 'verdict' | 'reason' | 'turn'>[];
  readonly issues: readonly Issue[];
}

interface Exploration {
  readonly count: number;
  /** The seed; the same one draws the same orders. */
  readonly seed: number;
  /** Plays tests, and returns the outcome of each. */
  readonly play: (tests: readonly AgentTestInput[]) => Promise<readonly Explored[]>;
  /** Called with the number of orders played, and whether a failure is being shrunk. */
  readonly onProgress?: ((played: number, isShrinking: boolean) => void) | undefined;
}

interface FoundFailure {
  /** The number of its order, from 1. */
  readonly order: number;
  readonly test: AgentTestInput;
  /** The failed test, and why it failed. */
  readonly failure: string;
  /** The test as a file to save. */
  readonly yaml: string;
}

/** Plays a script's lines in other orders. Returns the first failing order, shrunk; undefined if all pass. */
export async function explore(
  script: AgentTestInput,
  { count, seed, play, onProgress }: Exploration,
): Promise<FoundFailure | undefined> {
  if (!script.turns) throw new CommandError(`${script.name}: only a test with \`turns\` can be explored.`);
  const arbitrary = orders(script);
  const drawn = fc.sample(arbitrary, { numRuns: count, seed });
  const first = await firstFailure(drawn, script, { play, onProgress });
  if (!first) return undefined;
  const { number, cause } = first;
  onProgress?.(number, true);
  let remaining = MAX_SHRINKING;
  const fails = async (test: AgentTestInput): Promise<boolean> => {
    remaining -= 1;
    if (remaining < 0) return false;
    const [result] = await play([test]);
    // A test without checks is an error.
    return result?.status === 'failed' && causeOf(result)?.expects === cause.expects;
  };
  const order = await shrunk(arbitrary, { number, seed, fails: (one) => fails(testOf(script, one)) });
  const test = await shortest(testOf(script, order ?? drawn[number - 1] ?? { steps: [] }), fails);
  const [result] = await play([test]);
  const failure = describe((result && causeOf(result)) ?? cause);
  return { order: number, test, failure, yaml: fileOf(test, { count, seed, failure }) };
}

type Cause = Explored['findings'][number];

/** Why a test failed. Throws CommandError if it couldn't be run, which says nothing about the agent. */
function causeOf({ status, findings, issues }: Explored): Cause | undefined {
  if (status === 'error') throw new CommandError(issues.map(({ at, text }) => `${at}: ${text}`).join('\n'));
  return status === 'failed' ? findings.find(({ verdict }) => verdict === 'failed') : undefined;
}

async function firstFailure(
  drawn: readonly Order[],
  script: AgentTestInput,
  { play, onProgress }: Pick<Exploration, 'play' | 'onProgress'>,
) {
  for (let from = 0; from < drawn.length; from += BATCH) {
    const batch = drawn.slice(from, from + BATCH);
    const results = await play(batch.map((order) => testOf(script, order)));
    for (const [index, result] of results.entries()) {
      const cause = causeOf(result);
      if (cause) return { number: from + index + 1, cause };
    }
    onProgress?.(from + batch.length, false);
  }
  return undefined;
}

/** Shrinks a failing order by playing simpler ones. Undefined if the failure doesn't recur. */
async function shrunk(
  arbitrary: fc.Arbitrary<Order>,
  {
    number,
    seed,
    fails,
  }: {
    readonly number: number;
    readonly seed: number;
    readonly fails: (order: Order) => Promise<boolean>;
  },
): Promise<Order | undefined> {
  // Earlier orders passed.
  let passed = number - 1;
  const property = fc.asyncProperty(arbitrary, async (order) => {
    if (passed > 0) {
      passed -= 1;
      return true;
    }
    return !(await fails(order));
  });
  const { counterexample } = await fc.check(property, { seed, numRuns: number });
  return counterexample?.[0];
}

/** A test reduced to what it needs to fail. */
async function shortest(
  test: AgentTestInput,
  fails: (test: AgentTestInput) => Promise<boolean>,
): Promise<AgentTestInput> {
  for (const shorter of shorterTests(test)) if (await fails(shorter)) return shortest(shorter, fails);
  return test;
}

const describe = ({ expects, reason, turn }: Cause) =>
  `${turn === undefined ? '' : `turn ${turn}: `}${expects}: ${reason}`;

function fileOf(
  test: AgentTestInput,
  { count, seed, failure }: { count: number; seed: number; failure: string },
): string {
  const lines = [`Found by --explore ${count} --seed ${seed}:`, ...failure.split('\n')];
  const comment = lines.map((line) => `# ${line}\n`).join('');
  // Texts such as "no" are in quotation marks, which YAML 1.1 needs.
  return comment + stringify(test, { compat: 'yaml-1.1', lineWidth: 100 });
}

/** Tests with one part removed, the largest part first. */
function* shorterTests(test: AgentTestInput): Generator<AgentTestInput> {
  const { turns = [], tools, always = [], finally: atEnd = [] } = test;
  const { mocks = [], ...others } = tools ?? {};
  for (const index of turns.keys()) if (turns.length > 1) yield { ...test, turns: without(turns, index) };
  if (tools) {
    const { tools: _, ...bare } = test;
    yield bare;
  }
  for (const index of mocks.keys())
    yield { ...test, tools: mocks.length > 1 ? { ...tools, mocks: without(mocks, index) } : others };
  if (atEnd.length > 0 && always.length > 0) {
    const { finally: _, ...bare } = test;
    yield bare;
  }
  for (const index of always.keys()) {
    const { always: all, ...bare } = test;
    if (always.length > 1) yield { ...test, always: without(always, index) };
    else if (atEnd.length > 0) yield bare;
  }
  for (const [index, { optional, ...turn }] of turns.entries())
    if (optional) yield { ...test, turns: turns.with(index, turn) };
  for (const [index, { optional, ...mock }] of mocks.entries())
    if (optional) yield { ...test, tools: { ...tools, mocks: mocks.with(index, mock) } };
}

const without = <Item>(items: readonly Item[], index: number): Item[] => items.toSpliced(index, 1);

interface Exploring {
  /** The number of orders of each test, and the seed that draws them. */
  readonly count: number;
  readonly seed: number;
  /** The agent of each test for the service: an id if the test names a file. */
  readonly agents: readonly (string | undefined)[];
  readonly run: (tests: readonly FoundTest[]) => Promise<TestReport[]>;
  readonly onProgress: (line: string) => void;
  /** Called with each test's outcome. */
  readonly print: (text: string) => void;
}

/** Plays each test's lines in other orders. Returns the exit code. Throws CommandError if one can't be run. */
export async function exploreTests(
  tests: readonly FoundTest[],
  { count, seed, agents, run, onProgress, print }: Exploring,
): Promise<0 | 1> {
  let hasFailed = false;
  for (const [index, { test, path, placeOf }] of tests.entries()) {
    const agent = agents[index];
    const coverage = new Coverage();
    const played = (one: AgentTestInput) => ({ ...one, ...(agent !== undefined && { agent }) });
    const found = await explore(test, {
      count,
      seed,
      play: async (orders) => {
        const reports = await run(orders.map((one) => ({ test: played(one), path, placeOf })));
        coverage.add(reports);
        return reports;
      },
      onProgress: (number, isShrinking) =>
        onProgress(
          isShrinking ? `${path}: shrinking order ${number} …` : `${path}: ${number} of ${count} orders …`,
        ),
    });
    onProgress('');
    const head = `${path}: ${test.name}`;
    if (!found) print(`passed ${head}: ${count} orders\n${coverage.summary}`);
    else
      print(
        `FAILED ${head}: order ${found.order} of ${count}, shrunk:\n\n${found.yaml}\n${coverage.summary}`,
      );
    hasFailed ||= found !== undefined;
  }
  return hasFailed ? 1 : 0;
}
