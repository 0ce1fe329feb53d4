import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { staging } from '../../lib/config/staging.ts';
import { type Connection, startService } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
  }
}

/** All tests are the same two users, who need room. */
const QUOTAS = {
  ...staging.quotas,
  numbers: 1000,
  number_purchases: 1000,
  webhooks: 2000,
  account_connections: 2000,
};

/** Starts the service that the end-to-end tests share, unless the command line names other tests only. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const filters = process.argv.slice(2).filter((argument) => argument.startsWith('test/'));
  const needsService = (filter: string) =>
    filter.startsWith('test/e2e') || filter.startsWith('test/attacks') || filter === 'test/';
  if (filters.length > 0 && !filters.some(needsService)) return undefined;
  const service = await startService({ env: { CARRIER_PACE: '0.05', QUOTAS: JSON.stringify(QUOTAS) } });
  project.provide('connection', service.connection);
  return async () => {
    await service.stop();
    rmSync(service.data, { recursive: true, force: true });
  };
}
