import type { Key } from '../../platform/table/keys.ts';

/** In a partition of its own: it is the largest item of a call, and a user's partition takes 1 MB a second. */
export const snapshotKey = (userId: string, id: string): Key => ({
  pk: snapshotPartition(userId, id),
  sk: 'SNAPSHOT',
});

export const snapshotUseKey = (userId: string, id: string): Key => ({
  pk: snapshotPartition(userId, id),
  sk: 'CALLS',
});

const snapshotPartition = (userId: string, id: string) => `SNAPSHOT#${userId}#${id}`;

/** The prefix of the partitions of runs of tests, and of what they leave: workers of tests write nothing else of a user. */
export const TEST_PREFIX = 'TEST_';

/** The key of what a test last came to with a version of an agent. */
export const testMarkKey = (
  { userId, agentId }: { readonly userId: string; readonly agentId: string },
  version: number,
  testId: string,
): Key => ({ pk: `${TEST_PREFIX}MARKS#${userId}#${agentId}`, sk: `VERSION#${version}#${testId}` });
