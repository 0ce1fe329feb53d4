import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The folder of the environments: a file each. */
const FOLDER = join(import.meta.dirname, '..', '..', 'environments');

const environmentFile = z.looseObject({ default: z.looseObject({ name: z.string() }) });

/** The names of all environments. */
export const environmentNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .sort();

/** The configuration of the environment that `--environment` names. Throws ConfigurationError if there is none. */
export async function findEnvironment(name: string | undefined): Promise<EnvironmentConfig> {
  const names = environmentNames();
  if (name === undefined || !names.includes(name))
    throw new ConfigurationError(
      `--environment must be ${names.join(' or ')}${name === undefined ? '' : `, not "${name}"`}.`,
    );
  const file = `environments/${name}.ts`;
  const module: unknown = await import(pathToFileURL(join(FOLDER, `${name}.ts`)).href);
  const { data } = environmentFile.safeParse(module);
  if (data?.default.name !== name)
    throw new ConfigurationError(
      `${file} must export a configuration by default, made with defineEnvironment, whose name is "${name}".`,
    );
  // `checkConfig` refuses what is no configuration.
  return data.default as unknown as EnvironmentConfig;
}

/** The id of an environment's stage, with which the names of its stacks begin: `Staging` of `staging`. */
export const stageId = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
