import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { clientOf, globalOptions } from '../context.ts';
import { CommandError, EXIT } from '../errors.ts';
import { interruptionSignal } from '../interruption.ts';
import { type FoundConnection, findConnection } from '../settings/find-connection.ts';
import { readState, type State } from '../settings/state-file.ts';
import type { Target } from './apply.ts';
import { type Folder, type FolderSettings, readFolder, readSettings } from './folder.ts';
import { makePlan, type Plan, renamedState } from './plan.ts';
import { fetchDocument, type Remote, readRemote } from './remote.ts';

export interface Environment extends Target {
  readonly connection: FoundConnection;
  readonly folder: Folder;
  readonly state: State;
  readonly remote: Remote;
}

export interface FolderOptions {
  readonly folder: string;
  readonly env?: string | undefined;
}

/** Reads a folder, and what its environment has. */
export async function openEnvironment(
  command: CommandUnknownOpts,
  { folder: root, env: chosen }: FolderOptions,
): Promise<Environment> {
  const settings = readSettings(root);
  const environment = chosen ?? Object.keys(settings.environments)[0] ?? 'default';
  const connection = await connectionOf(command, settings, environment);
  return readEnvironment({
    root,
    environment,
    connection,
    service: clientOf(connection),
    env: process.env,
    signal: interruptionSignal(),
  });
}

/** The same at a service that is given. */
export async function readEnvironment(
  given: Omit<Target, 'url' | 'document'> & { readonly connection: FoundConnection },
): Promise<Environment> {
  const { root, environment, service, env } = given;
  const { url } = given.connection;
  const former = readState(root, environment, url);
  const document = await fetchDocument(service);
  const folder = readFolder(root, document, env);
  const state = renamedState(folder, former);
  const remote = await readRemote(service, document, state);
  return { ...given, url, document, folder, state, remote };
}

export const planOf = (
  { folder, state, remote }: Environment,
  options: { readonly drafts?: boolean } = {},
): Plan => makePlan(folder, state, remote, options);

/** What the folder's settings say of an environment, or what the command line says. */
async function connectionOf(
  command: CommandUnknownOpts,
  { environments }: FolderSettings,
  name: string,
): Promise<FoundConnection> {
  const { url, token, profile } = environments[name] ?? {};
  const given = globalOptions(command);
  const variable = token?.env;
  if (given.url === undefined && given.profile === undefined && url !== undefined && variable !== undefined) {
    const text = process.env[variable];
    if (!text)
      throw new CommandError(`Set the environment variable ${variable}, which has the token of ${name}.`, {
        exitCode: EXIT.denied,
      });
    return { url: url.replace(/\/+$/, ''), token: text, source: variable };
  }
  return findConnection({ ...given, profile: given.profile ?? profile });
}
