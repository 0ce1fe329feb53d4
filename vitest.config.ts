import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/count-reporter.ts'],
    // One running service serves the end-to-end tests; those that stop or break a service start their own.
    globalSetup: ['test/support/shared-service.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
