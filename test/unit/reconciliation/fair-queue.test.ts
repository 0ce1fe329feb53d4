import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../lambdas/reconciliation/fair-queue.ts';

interface Piece {
  readonly userId: string;
  readonly account: string | null;
  readonly at: number;
}

/** Pieces of `user` or `user/account`, numbered in their order. */
const queueOf = (...pieces: string[]) => {
  const queue = new FairQueue<Piece>();
  for (const [at, piece] of pieces.entries()) {
    const [userId = '', account = null] = piece.split('/');
    queue.add({ userId, account, at });
  }
  return queue;
};

const takeAll = (queue: FairQueue<Piece>, isReady?: (first: Piece) => boolean) => {
  const taken: string[] = [];
  for (let next = queue.take(isReady); next; next = queue.take(isReady)) {
    taken.push(`${next.userId}${next.at}`);
    queue.done(next);
  }
  return taken;
};

describe('a fair queue', () => {
  it('alternates between users, first in first out within a user', () => {
    const queue = queueOf('a', 'a', 'a', 'b', 'c', 'c');

    expect(takeAll(queue)).toEqual(['a0', 'b3', 'c4', 'a1', 'c5', 'a2']);
    expect(queue.size).toBe(0);
  });

  it('alternates between the accounts of a user, who gets no more for having several', () => {
    expect(takeAll(queueOf('a/x', 'a/x', 'a/y', 'b/x', 'b/x'))).toEqual(['a0', 'b3', 'a2', 'b4', 'a1']);
  });

  it('gives the next place to the user with the fewest under way', () => {
    const queue = queueOf('a', 'a', 'a', 'a', 'a', 'b', 'b', 'b');
    const taken = Array.from({ length: 5 }, () => queue.take()?.userId);
    queue.done({ userId: 'b' });
    const afterThat = Array.from({ length: 3 }, () => queue.take()?.userId);

    expect(taken).toEqual(['a', 'b', 'a', 'b', 'a']);
    expect(afterThat).toEqual(['b', 'a', 'a']);
  });

  it('gives everything to one user if nobody else waits', () => {
    const queue = queueOf('a', 'a', 'a');

    expect(Array.from({ length: 3 }, () => queue.take()?.at)).toEqual([0, 1, 2]);
  });

  it('passes over an account that is not ready, and keeps its work', () => {
    const queue = queueOf('a/x', 'a/x', 'a/y', 'b/x');

    expect(takeAll(queue, ({ account }) => account !== 'x')).toEqual(['a2']);
    expect(queue.size).toBe(3);
    expect(takeAll(queue)).toEqual(['b3', 'a0', 'a1']);
  });

  it('is empty when all was taken', () => {
    const queue = queueOf('a');
    queue.take();

    expect(queue.take()).toBeUndefined();
  });
});
