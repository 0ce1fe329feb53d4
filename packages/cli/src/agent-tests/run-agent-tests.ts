import { styleText } from 'node:util';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Client } from 'phone-call-agents-client';
import type { TestRun } from '../../../../lambdas/agent-tests/model/test-run.ts';
import { contextOf } from '../context.ts';
import { CommandError, EXIT, explain, UsageError } from '../errors.ts';
import { interruptionSignal } from '../interruption.ts';
import { readConnection } from '../settings/connection-file.ts';
import { Simulators } from '../simulators/simulators.ts';
import { Undo } from '../undo.ts';
import { exploreTests } from './explore.ts';
import { changed, readTests, stateOfFiles, testFilesIn } from './find-tests.ts';
import { exitCodeOf, type TestReport } from './report.ts';
import type { Reporter } from './reporter-names.ts';
import { print } from './reporters.ts';
import { runTests } from './run-tests.ts';
import { agentFileOf, withAgents } from './sample-agents.ts';

interface TestOptions {
  readonly paths: readonly string[];
  readonly agent?: string | undefined;
  readonly label: readonly string[];
  readonly runs: number;
  readonly offline: boolean;
  readonly timed: boolean;
  readonly explore?: number | undefined;
  readonly seed: number;
  readonly watch: boolean;
  readonly reporter: Reporter;
}

interface Service {
  readonly api: Client;
  readonly url: string;
  /** Of a service on this machine. */
  readonly simulators: Simulators | undefined;
}

export async function runAgentTests(command: CommandUnknownOpts, options: TestOptions): Promise<void> {
  // A test program may exit the process, crash it or wait forever, which doesn't count as a result.
  let isOver = false;
  process.on('exit', () => {
    if (!isOver) process.exitCode = EXIT.usage;
  });
  try {
    process.exitCode = await run(command, options);
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT.failed) throw error;
    throw new UsageError(error.message, { cause: error });
  } finally {
    isOver = true;
    // A test program may have left a timer, which would keep the process alive.
    setImmediate(() => process.stdout.write('', () => process.exit()));
  }
}

async function run(command: CommandUnknownOpts, options: TestOptions): Promise<number> {
  // Bad files need no service.
  if (!options.watch) {
    const { tests, bad } = await readTests(testFilesIn(options.paths), options.label);
    if (tests.length === 0) return show(options, bad);
  }
  const { client: api, connection } = await contextOf(command);
  const local = connection.dataFolder === undefined ? undefined : readConnection(connection.dataFolder);
  const service = { api, url: connection.url, simulators: local && new Simulators(local) };
  return options.watch ? runAgainAndAgain(options, service) : runOnce(options, service);
}

async function runOnce(
  options: TestOptions,
  { api, url, simulators }: Service,
  onBegun?: (run: TestRun) => Promise<void>,
): Promise<number> {
  const { runs, offline, timed, explore, seed } = options;
  const signal = interruptionSignal();
  const found = await readTests(testFilesIn(options.paths), options.label);
  const undo = new Undo();
  try {
    const { agent, tests, ...made } = await withAgents(found.tests, options.agent, {
      api,
      url,
      simulators,
      undo,
    });
    const bad = [...made.bad, ...found.bad];
    const common = { api, signal, ...(onBegun && { onBegun }) };
    // Exploring makes no sense while some tests can't be run.
    if (explore !== undefined && bad.length > 0) return show(options, bad);
    if (explore !== undefined)
      return await exploreTests(found.tests, {
        count: explore,
        seed,
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
function show({ reporter }: TestOptions, reports: readonly TestReport[]): number {
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
async function runAgainAndAgain(options: TestOptions, service: Service): Promise<never> {
  const signal = interruptionSignal();
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
      console.error(explain(error));
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
function filesIn({ paths }: TestOptions): readonly string[] {
  try {
    return testFilesIn(paths);
  } catch {
    return [];
  }
}

async function agentFilesOf(options: TestOptions): Promise<string[]> {
  const { tests } = await readTests(filesIn(options), options.label).catch(() => ({ tests: [] }));
  return tests.flatMap((test) => agentFileOf(test) ?? []);
}
