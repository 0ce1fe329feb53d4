import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { type Connection, startService } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
  }
}

/** Starts the service that the end-to-end tests share, unless none of them is to be run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { testFiles } = await project.globTestFiles(project.vitest.filenamePattern ?? []);
  if (!testFiles.some((file) => file.includes('/test/e2e/'))) return undefined;
  const service = await startService({ env: { CARRIER_PACE: '0.05' } });
  project.provide('connection', service.connection);
  return async () => {
    await service.stop();
    rmSync(service.data, { recursive: true, force: true });
  };
}
