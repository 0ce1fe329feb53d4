// Runs tests of agents on the local service, or on a deployed one: npm run agent-test -- examples/tests

import { styleText } from 'node:util';
import { interruptionSignal } from 'phone-agents/interruption.ts';
import type { Client } from 'phone-call-agents-client';
import { runParsed } from '../../bin/command.ts';
import type { TestRun } from '../../lambdas/agent-tests/model/test-run.ts';
import { confirmOnTerminal, type FoundService, findService } from '../call/find-service.ts';
import { Undo } from '../call/undo.ts';
import { apiClient, explainError } from '../clients/api-client.ts';
import { Simulators } from '../clients/simulators.ts';
import { AGENT_TEST, parseTestArguments, type TestArguments } from './arguments.ts';
import { exploreTests } from './explore.ts';
import { changed, readTests, stateOfFiles, testFilesIn } from './find-tests.ts';
import { exitCodeOf, type TestReport } from './report.ts';
import { print } from './reporters.ts';
import { runTests } from './run-tests.ts';
import { agentFileOf, withAgents } from './sample-agents.ts';

const signal = interruptionSignal();

// A test program may exit the process, crash it or wait forever, which doesn't count as a result.
let isOver = false;
process.on('exit', () => {
  if (!isOver) process.exitCode = AGENT_TEST.failureCode;
});

await runParsed(AGENT_TEST, parseTestArguments, async (options) => {
  process.exitCode = await run(options);
});
isOver = true;
// A test program may have left a timer, which would keep the process alive.
process.stdout.write('', () => process.exit());

type Service = Pick<FoundService, 'close'> & {
  readonly api: Client;
  readonly simulators: Simulators | undefined;
};

async function run(options: TestArguments): Promise<number> {
  // Bad files need no service.
  if (!options.watch) {
    const { tests, bad } = await readTests(testFilesIn(options.paths), options.labels);
    if (tests.length === 0) return show(options, bad);
  }
  const service = await connect(options);
  try {
    if (options.watch) return await runAgainAndAgain(options, service);
    return await runOnce(options, service);
  } finally {
    await service.close();
  }
}

async function connect({ service, data }: TestArguments): Promise<Service> {
  if (service) return { api: apiClient(service), simulators: undefined, close: async () => {} };
  const { connection, close } = await findService({ data, confirm: confirmOnTerminal, signal });
  return { api: apiClient(connection), simulators: new Simulators(connection), close };
}

async function runOnce(
  options: TestArguments,
  { api, simulators }: Service,
  onBegun?: (run: TestRun) => Promise<void>,
): Promise<number> {
  const { runs, offline, timed, explore } = options;
  const found = await readTests(testFilesIn(options.paths), options.labels);
  const undo = new Undo();
  try {
    const { agent, tests, ...made } = await withAgents(found.tests, options.agent, { api, simulators, undo });
    const bad = [...made.bad, ...found.bad];
    const common = { api, signal, ...(onBegun && { onBegun }) };
    // Exploring makes no sense while some tests can't be run.
    if (explore && bad.length > 0) return show(options, bad);
    if (explore)
      return await exploreTests(found.tests, {
        ...explore,
        agents: tests.map(({ test }) => test.agent),
        run: (orders) =>
          runTests(orders, { ...common, options: { agent, runs: 1, timed, offline, invariants: true } }),
        onProgress: showProgress,
        print: (text) => process.stdout.write(text),
      });
    const onProgress = (over: number) => showProgress(`${over} of ${tests.length} tests …`);
    const reports = await runTests(tests, {
      ...common,
      options: { agent, runs, timed, offline },
      onProgress,
    });
    showProgress('');
    return show(options, [...reports, ...bad]);
  } finally {
    showProgress('');
    await undo.run((line) => console.error(line));
  }
}

/** Returns the exit code. */
function show({ reporter }: TestArguments, reports: readonly TestReport[]): number {
  process.stdout.write(
    print(reporter, reports, (style, text) => styleText(style, text, { stream: process.stdout })),
  );
  return exitCodeOf(reports);
}

/** A single line that is overwritten, on a terminal only. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

/** Runs the tests whenever a file or an agent changes, until the user stops it. */
async function runAgainAndAgain(options: TestArguments, service: Service): Promise<never> {
  for (;;) {
    const agents = new Map<string, string | undefined>();
    const stateOf = (id: string) =>
      service.api.get('/v1/agents', { query: { id } }).then(JSON.stringify, () => undefined);
    const agentFiles = await agentFilesOf(options);
    const files = () => stateOfFiles([...filesIn(options), ...agentFiles]);
    const filesBefore = files();
    await runOnce(options, service, async ({ cases }) => {
      for (const { agent_id: id } of cases) if (!agents.has(id)) agents.set(id, await stateOf(id));
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      console.error(explainError(error));
    });
    // Agents from files are deleted by now, so their files are watched instead.
    for (const id of agents.keys()) if ((await stateOf(id)) === undefined) agents.delete(id);
    const ids = [...agents.keys()];
    console.error('Waiting for a change of a file or an agent; Ctrl-C ends it.');
    await changed(JSON.stringify([filesBefore, ...agents.values()]), {
      state: async () => JSON.stringify([files(), ...(await Promise.all(ids.map(stateOf)))]),
      signal,
    });
  }
}

/** The test files; empty if none exist at the moment. */
function filesIn({ paths }: TestArguments): readonly string[] {
  try {
    return testFilesIn(paths);
  } catch {
    return [];
  }
}

async function agentFilesOf(options: TestArguments): Promise<string[]> {
  const { tests } = await readTests(filesIn(options), options.labels).catch(() => ({ tests: [] }));
  return tests.flatMap((test) => agentFileOf(test) ?? []);
}
