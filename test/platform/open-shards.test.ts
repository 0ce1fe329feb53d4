import { expect, it } from 'vitest';
import { newId } from '../../lambdas/platform/ids.ts';
import { OPEN_SHARDS, openShard } from '../../lambdas/usage/store/keys.ts';

it('the open records spread over all 16 partitions of their index', () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 16_000; made++) {
    const shard = openShard(newId());
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }

  expect([...counts.keys()].sort()).toEqual([...OPEN_SHARDS].sort());
  expect(OPEN_SHARDS).toHaveLength(16);
  // A thousand each, and six standard deviations more or less.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});
