import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../../../../lambdas/platform/parse-json.ts';
import { CommandError, UsageError } from '../errors.ts';

/** What the last pull or apply saw of a record in an environment: digests only. */
export interface StateEntry {
  /** Missing while the record is being created. */
  readonly id?: string;
  /** By field: the digest of the file and of the service, or one if they are equal. */
  readonly fields: Readonly<Record<string, string | readonly [string, string]>>;
  /** A write under way: whether it reached the service is not known. */
  readonly pending?: { readonly version: number };
}

/** The ids of an environment's records. */
export interface State {
  readonly url: string;
  readonly entries: ReadonlyMap<string, StateEntry>;
}

/** The settings of a folder of agents and tests. */
export const SETTINGS_FILE = 'phone-agents.yaml';

const FORMAT = 1;

const statePath = (root: string, environment: string): string => join(root, 'state', `${environment}.json`);

/** Reads the state of an environment, which is empty before the first pull or apply. Throws UsageError if it is another service's. */
export function readState(root: string, environment: string, url: string): State {
  const path = statePath(root, environment);
  const { format = FORMAT, url: written = url, entries = {} } = parsed(path);
  if (format !== FORMAT || !isObject(entries))
    throw new UsageError(`${path} is of a newer version of phone-agents, or damaged.`);
  if (written !== url)
    throw new UsageError(
      `The environment ${environment} is at ${written} (${path}), and you are signed in to ${url}. Choose another environment with --env, or sign in there.`,
    );
  return { url, entries: new Map(Object.entries(entries as Record<string, StateEntry>)) };
}

function parsed(path: string): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(JSON.parse(readFileSync(path, 'utf8'))) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new UsageError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Changes entries of the state's file, also if another process has changed others; undefined removes one. */
export function changeState(
  root: string,
  environment: string,
  url: string,
  changes: ReadonlyMap<string, StateEntry | undefined>,
): State {
  const entries = new Map(readState(root, environment, url).entries);
  for (const [name, entry] of changes)
    if (entry) entries.set(name, entry);
    else entries.delete(name);
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const path = statePath(root, environment);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    `${path}.new`,
    `${JSON.stringify({ format: FORMAT, url, entries: Object.fromEntries(sorted) }, null, 2)}\n`,
  );
  renameSync(`${path}.new`, path);
  return { url, entries: new Map(sorted) };
}

/**
 * The id at a service of an agent that a test's file names as in a folder of agents and tests. Undefined if the test is in
 * no such folder, or the folder has no such agent. Throws CommandError if the agent was not applied there.
 */
export function appliedAgent(testPath: string, agent: string, url: string): string | undefined {
  const root = folderOfTest(resolve(testPath));
  if (root === undefined || !existsSync(join(root, 'agents', `${agent}.yaml`))) return undefined;
  for (const path of globSync(join(root, 'state', '*.json'))) {
    const state = parsed(path);
    const id: unknown = state.url === url && Object(state.entries)[`agents/${agent}`]?.id;
    if (typeof id === 'string') return id;
  }
  throw new CommandError(`The agent ${agent} is not at ${url} yet: run phone-agents apply first.`);
}

function folderOfTest(file: string): string | undefined {
  let root = dirname(file);
  while (!existsSync(join(root, SETTINGS_FILE))) {
    if (root === dirname(root)) return undefined;
    root = dirname(root);
  }
  return relative(root, file).startsWith(`tests${sep}`) ? root : undefined;
}
