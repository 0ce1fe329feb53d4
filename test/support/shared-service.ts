import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { type Connection, startService } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
  }
}

/** Starts the service that the end-to-end tests share, unless the command line names other tests only. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const filters = process.argv.slice(2).filter((argument) => argument.startsWith('test/'));
  if (filters.length > 0 && !filters.some((filter) => filter.startsWith('test/e2e') || filter === 'test/'))
    return undefined;
  const service = await startService({ env: { CARRIER_PACE: '0.05' } });
  project.provide('connection', service.connection);
  return async () => {
    await service.stop();
    rmSync(service.data, { recursive: true, force: true });
  };
}
