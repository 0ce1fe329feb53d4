import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The environments of the tests. */
const ENVIRONMENTS_FOLDER = join(import.meta.dirname, 'test/support/environments');
// The shared service has them, too.
process.env.ENVIRONMENTS_FOLDER = ENVIRONMENTS_FOLDER;

/** What needs a browser, real time, thousands of cases or a service of its own: `npm run test:slow`. */
const SLOW = ['test/{attacks,console,faults}/**/*.test.ts', '{test,packages}/**/*.slow.test.ts'];

/** Browsers are busy even while they wait: a fourth worker made a run of the slow tests longer. */
const OF_SLOW = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // Failures, and one line of counts.
    reporters: ['minimal', './test/support/run/count-reporter.ts'],
    silent: 'passed-only',
    // Functions log through the console, which Vitest keeps for tests that fail.
    env: { POWERTOOLS_DEV: 'true', ENVIRONMENTS_FOLDER },
    // Most tests wait for something part of the time: two more workers than there are processors keep these busy.
    maxWorkers: availableParallelism() + 2,
    // Files of one worker share its process: a process for each, with its imports, took a third of the processor time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['{test,console/test,packages/*/test}/**/*.test.ts'],
          exclude: [...SLOW, 'test/dynamodb-local/**'],
          // One running service serves the end-to-end tests; those that stop or break a service start their own.
          globalSetup: ['test/support/service/shared-service.ts'],
          setupFiles: ['test/support/run/between-files.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          ...OF_SLOW,
          // A browser, or a whole call, on a busy machine.
          testTimeout: 180_000,
          globalSetup: ['test/support/service/shared-service.ts'],
          setupFiles: ['test/support/run/between-files.ts'],
        },
      },
      {
        // The store once more, on Amazon's engine in place of the embedded one.
        extends: true,
        test: {
          name: 'dynamodb-local',
          ...OF_SLOW,
          include: ['test/*/store/*.test.ts', 'test/dynamodb-local/*.test.ts'],
          globalSetup: ['test/dynamodb-local/setup.ts'],
          setupFiles: ['test/support/run/between-files.ts', 'test/dynamodb-local/skip.ts'],
        },
      },
    ],
    testTimeout: 60_000,
    // A service that starts on a busy machine may take long.
    hookTimeout: 250_000,
    // A condition may take long on a busy machine. One that is never met fails all the same.
    expect: { poll: { timeout: 20_000 } },
    // Concurrent tests of a file, which mostly wait: more would only slow one another down.
    maxConcurrency: 3,
  },
});
