import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../../lambdas/domain/calls/fair-queue.ts';

const queueOf = (...users: string[]) => {
  const queue = new FairQueue<{ userId: string; at: number }>({ ofUser: 2, waitingOfUser: 4 });
  const added = users.map((userId, at) => queue.add({ userId, at }));
  return { queue, added };
};

const takeAll = (queue: FairQueue<{ userId: string; at: number }>) => {
  const taken: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    taken.push(`${next.userId}${next.at}`);
    queue.done(next);
  }
  return taken;
};

describe('a fair queue', () => {
  it('alternates between users, first in first out within a user', () => {
    const { queue } = queueOf('a', 'a', 'a', 'b', 'c', 'c');

    expect(takeAll(queue)).toEqual(['a0', 'b3', 'c4', 'a1', 'c5', 'a2']);
  });

  it('accepts no more of one user than may wait, and others regardless', () => {
    const { added } = queueOf('a', 'a', 'a', 'a', 'a', 'b');

    expect(added).toEqual([true, true, true, true, false, true]);
  });

  it('skips a user with the maximum under way while another waits with less', () => {
    const { queue } = queueOf('a', 'a', 'a', 'a', 'b', 'b', 'b');
    const taken = Array.from({ length: 5 }, () => queue.take()?.userId);
    queue.done({ userId: 'b' });

    expect(taken.slice(0, 4).sort()).toEqual(['a', 'a', 'b', 'b']);
    // Nobody has less, so no worker stays idle.
    expect(taken[4]).toBe('a');
    expect(queue.take()?.userId).toBe('b');
  });

  it('is empty when all was taken', () => {
    const { queue } = queueOf('a');
    queue.take();

    expect(queue.take()).toBeUndefined();
  });
});
