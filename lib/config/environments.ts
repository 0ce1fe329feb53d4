import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { readOptionalVariable, textCodec, type Variable } from '../../lambdas/platform/variables/variable.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { EnvironmentConfig } from './environment-config.ts';

const ENVIRONMENTS_FOLDER: Variable<string> = { name: 'ENVIRONMENTS_FOLDER', codec: textCodec };

/** The folder of the environments, one file each. Apps that use the package and the tests have their own. */
function environmentsFolder(): string {
  const folder = readOptionalVariable(ENVIRONMENTS_FOLDER);
  if (folder !== undefined) return resolve(folder);
  const own = resolve('environments');
  return existsSync(own) ? own : join(import.meta.dirname, '..', '..', 'environments');
}

const EXTENSION = /\.[cm]?[jt]s$/;

const environmentFile = z.looseObject({ default: z.looseObject({ name: z.string() }) });

export const environmentNames = (): string[] =>
  filesOfEnvironments().map((file) => file.replace(EXTENSION, ''));

const filesOfEnvironments = (): string[] =>
  readdirSync(environmentsFolder())
    .filter((file) => EXTENSION.test(file) && !file.endsWith('.d.ts'))
    .sort();

/** The configuration of the environment that `--environment` names. Throws ConfigurationError if it doesn't exist. */
export async function findEnvironment(name: string | undefined): Promise<EnvironmentConfig> {
  const file = filesOfEnvironments().find((each) => each.replace(EXTENSION, '') === name);
  if (file === undefined)
    throw new ConfigurationError(
      `--environment must be ${environmentNames().join(' or ')}${name === undefined ? '' : `, not "${name}"`}.`,
    );
  const module: unknown = await import(pathToFileURL(join(environmentsFolder(), file)).href);
  const { data } = environmentFile.safeParse(module);
  if (!data || data.default.name !== name)
    throw new ConfigurationError(
      `environments/${file} must export a configuration by default, made with defineEnvironment, whose name is "${name}".`,
    );
  // `checkConfig` refuses anything else.
  return data.default as unknown as EnvironmentConfig;
}

/** The id of an environment's stage, which prefixes the names of its stacks: `Staging` of `staging`. */
export const stageId = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
