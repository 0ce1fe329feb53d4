import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/count-reporter.ts'],
    // Most tests wait for something part of the time: one more worker than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          // One running service serves the end-to-end tests; those that stop or break a service start their own.
          globalSetup: ['test/support/shared-service.ts'],
        },
      },
      {
        // The store once more, on Amazon's engine in place of the embedded one.
        extends: true,
        test: {
          name: 'dynamodb-local',
          include: ['test/integration/store/*.test.ts'],
          globalSetup: ['test/dynamodb-local/setup.ts'],
          setupFiles: ['test/dynamodb-local/skip.ts'],
        },
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Concurrent tests of a file, which mostly wait: more would only slow one another down.
    maxConcurrency: 3,
  },
});
