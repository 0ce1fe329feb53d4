import type { EnvironmentConfig } from './environment-config.ts';
import { production } from './production.ts';
import { staging } from './staging.ts';

/** The configuration of the environment that `--environment` names. Throws if there is none. */
export function findEnvironment(name: string | undefined): EnvironmentConfig {
  const config = [staging, production].find((each) => each.name === name);
  if (!config)
    throw new Error(
      `--environment must be staging or production${name === undefined ? '' : `, not "${name}"`}.`,
    );
  return config;
}
