import { expect, it } from 'vitest';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { OPEN_SHARDS, openShard } from '../../../lambdas/store/table/keys.ts';

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

it('the partition of a record never changes', () => {
  expect(['0', '9', 'f'].map((digit) => openShard(`01a2035b-17ce-756e-a3ac-0cf721377d5${digit}`))).toEqual([
    'OPEN',
    'OPEN#9',
    'OPEN#15',
  ]);
});
