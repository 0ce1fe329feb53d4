import { globSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { MAX_TEST_BYTES } from '../../../../lambdas/agent-tests/model/agent-test.ts';
import { CommandError } from '../errors.ts';
import { readText } from '../samples/read-text.ts';
import { badTest, type TestReport } from './report.ts';
import { checkedTest, type FoundTest, parseTestFile } from './test-file.ts';

const DATA = ['.yaml', '.yml', '.json'];
const PROGRAMS = ['.ts', '.mts', '.js', '.mjs'];

/** The test files: those that are named, and those of these kinds in folders, sorted by name. */
export function testFilesIn(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const isLeftOut = (name: string) => /(^|[/\\])(node_modules|\.[^./\\][^/\\]*)$/.test(name);
    const kinds = [...DATA, ...PROGRAMS].map((kind) => `**/*${kind}`);
    const found = globSync(kinds, { cwd: path, exclude: isLeftOut }).sort();
    if (found.length === 0)
      throw new CommandError(`The folder ${path} has no test in YAML, JSON or TypeScript.`);
    return found.map((file) => join(path, file));
  });
  return [...new Set(files)];
}

/** Tests that can be run, and reports on the others. */
export interface FoundTests {
  readonly tests: readonly FoundTest[];
  readonly bad: readonly TestReport[];
}

/** Reads tests from files. A bad file is always reported, because it has no labels. */
export async function readTests(files: readonly string[], labels: readonly string[]): Promise<FoundTests> {
  const tests: FoundTest[] = [];
  const bad: TestReport[] = [];
  for (const file of files)
    try {
      tests.push(...(await testsOf(file)));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      bad.push(badTest({ path: file, name: 'bad file' }, issuesIn(error.message, file)));
    }
  if (labels.length === 0) return { tests, bad };
  const labelled = tests.filter(({ test }) => test.labels?.some((label) => labels.includes(label)));
  if (labelled.length + bad.length === 0)
    throw new CommandError(`No test has the label ${labels.join(' or ')}.`);
  return { tests: labelled, bad };
}

/** The issues in a message, each after the file and perhaps a line. */
const issuesIn = (message: string, path: string): TestReport['issues'] =>
  `\n${message}`
    .split(`\n${path}`)
    .filter((issue) => issue !== '')
    .map((issue) => {
      const [, line = '', text = issue] = /^(:\d+)?: (.*)$/s.exec(issue) ?? [];
      return { at: path + line, text: text.trim() };
    });

async function testsOf(path: string): Promise<FoundTest[]> {
  if (PROGRAMS.includes(extname(path))) return testsOfProgram(path);
  return [parseTestFile(await readText(path, 'test', MAX_TEST_BYTES), path)];
}

/** Each export of a program is a test, or an array of tests. Node.js strips the types. */
async function testsOfProgram(path: string): Promise<FoundTest[]> {
  const module = await load(path);
  const tests = Object.entries(module).flatMap(([name, value]) =>
    [value].flat().map((test, index) => {
      const place = `${path}: ${name}${Array.isArray(value) ? `[${index}]` : ''}`;
      // Issues name the export, verdicts only the file.
      checkedTest(test, { path, placeOf: () => place });
      return { test: test as FoundTest['test'], path, placeOf: () => path };
    }),
  );
  if (tests.length === 0) throw new CommandError(`${path}: it exports no test.`);
  return tests;
}

async function load(path: string): Promise<Record<string, unknown>> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new CommandError(`The test ${path} cannot be read: there is no such file.`);
  try {
    // The query makes Node.js load a changed file again, but not its imports.
    return await import(`${pathToFileURL(resolve(path))}?t=${Math.round(stat.mtimeMs)}`);
  } catch (error) {
    throw new CommandError(
      `${path}: it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Milliseconds between two checks of files and agents. */
const POLL_MS = 1_000;

/** Resolves when the state differs from `before`, at once if it already does. Rejects when the signal aborts. */
export async function changed(
  before: string,
  { state, signal }: { readonly state: () => Promise<string>; readonly signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  while ((await state()) === before) await wait(POLL_MS, undefined, { signal });
}

/** The modification time of each file. */
export const stateOfFiles = (files: readonly string[]): string =>
  files.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
