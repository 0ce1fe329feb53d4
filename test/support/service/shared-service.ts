import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import staging from '../environments/staging.ts';
import { shareAssembly } from '../run/assembly.ts';
import { openRunFolder } from '../run/once-per-run.ts';
import { type Connection, startService } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
    /** Its data folder. */
    data: string;
  }
}

/** High quotas: all tests share two users. */
const QUOTAS = {
  ...staging.quotas,
  numbers: 1000,
  number_purchases: 1000,
  webhooks: 2000,
  account_connections: 2000,
};

/** Opens the folder of the test run, and starts the service that the end-to-end tests share, if there are any. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeRunFolder = openRunFolder();
  const stop = hasEndToEndTests() ? await startSharedService(project) : undefined;
  return async () => {
    await stop?.();
    removeRunFolder();
  };
}

/** Whether the command line selects end-to-end tests, or no tests in particular. */
function hasEndToEndTests(): boolean {
  const filters = process.argv.slice(2).filter((argument) => /^(test|packages|console)\//.test(argument));
  const needsService = (filter: string) =>
    /^test\/(attacks|console)|\/e2e\b/.test(filter) || /^test\/.*(?<!\.test\.ts)$/.test(filter);
  return filters.length === 0 || filters.some(needsService);
}

async function startSharedService(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService({
    env: { CARRIER_PACE: '0.05', QUOTAS: JSON.stringify(QUOTAS) },
    synthesizes: true,
  });
  shareAssembly('staging', join(service.data, 'cdk.out'));
  project.provide('connection', service.connection);
  project.provide('data', service.data);
  return async () => {
    await service.stop();
    rmSync(service.data, { recursive: true, force: true });
  };
}
