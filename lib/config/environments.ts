import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The folder of the environments: a file each. An app that uses the package has its own. */
const FOLDER =
  [process.cwd(), join(import.meta.dirname, '..', '..')]
    .map((root) => join(root, 'environments'))
    .find((folder) => existsSync(folder)) ?? '';

const EXTENSION = /\.[cm]?[jt]s$/;

const environmentFile = z.looseObject({ default: z.looseObject({ name: z.string() }) });

/** The names of all environments. */
export const environmentNames = (): string[] =>
  filesOfEnvironments().map((file) => file.replace(EXTENSION, ''));

const filesOfEnvironments = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => EXTENSION.test(file) && !file.endsWith('.d.ts'))
    .sort();

/** The configuration of the environment that `--environment` names. Throws ConfigurationError if there is none. */
export async function findEnvironment(name: string | undefined): Promise<EnvironmentConfig> {
  const file = filesOfEnvironments().find((each) => each.replace(EXTENSION, '') === name);
  if (file === undefined)
    throw new ConfigurationError(
      `--environment must be ${environmentNames().join(' or ')}${name === undefined ? '' : `, not "${name}"`}.`,
    );
  const module: unknown = await import(pathToFileURL(join(FOLDER, file)).href);
  const { data } = environmentFile.safeParse(module);
  if (!data || data.default.name !== name)
    throw new ConfigurationError(
      `environments/${file} must export a configuration by default, made with defineEnvironment, whose name is "${name}".`,
    );
  // `checkConfig` refuses what is no configuration.
  return data.default as unknown as EnvironmentConfig;
}

/** The id of an environment's stage, with which the names of its stacks begin: `Staging` of `staging`. */
export const stageId = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
