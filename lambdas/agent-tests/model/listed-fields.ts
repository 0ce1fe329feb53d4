import type { Test } from './agent-test.ts';

/** What a list has of a test, so that tests are found and counted without reading them. */
export const listedFieldsOf = (test: Test) => ({
  labels: test.labels ?? [],
  bytes: Buffer.byteLength(JSON.stringify(test)),
});
