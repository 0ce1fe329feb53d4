import { expect } from 'vitest';
import type { AwsEndpointOptions } from '../../src/aws/aws-endpoint.ts';
import { noFaults } from '../../src/faults/faults.ts';

/** Empty parts of the local AWS that a test does not use. */
export const UNUSED_PARTS: Omit<AwsEndpointOptions, 'aws' | 'resources' | 'queues' | 'objects'> = {
  dynamodb: {
    execute: async () => ({ status: 400, body: {} }),
    ensureTable: async () => {},
    stream: () => expect.unreachable(),
    close: async () => {},
  },
  connections: {
    post: async () => 'gone',
    close: () => false,
  },
  invocations: { invoke: () => false, close: async () => {} },
  schedules: {
    add: async () => false,
    find: () => undefined,
    remove: async () => false,
    close: async () => {},
  },
  secrets: {},
  faults: noFaults(),
  report: () => {},
};
