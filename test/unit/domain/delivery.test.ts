import { describe, expect, it } from 'vitest';
import { decide, MAX_ATTEMPTS, RETRY_SECONDS } from '../../../lambdas/domain/delivery.ts';

describe('decide', () => {
  it.each([200, 204, 299])('takes the status %i for delivered, even in the last attempt', (status) => {
    expect(decide({ kind: 'answered', status }, MAX_ATTEMPTS)).toEqual({ kind: 'delivered' });
  });

  it.each([0, 199, 301, 302, 400, 410, 500])('tries again after the status %i', (status) => {
    expect(decide({ kind: 'answered', status }, 1)).toEqual({ kind: 'retry', afterSeconds: 5 });
  });

  it('waits longer each time, for no longer than a queue can put off, and gives up after the last attempt', () => {
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1);

    const decisions = attempts.map((attempt) => decide({ kind: 'failed', reason: 'refused' }, attempt));

    expect(decisions.slice(0, -1)).toEqual(
      RETRY_SECONDS.map((afterSeconds) => ({ kind: 'retry', afterSeconds })),
    );
    expect(decisions.at(-1)).toEqual({ kind: 'exhausted' });
    expect([...RETRY_SECONDS].sort((a, b) => a - b)).toEqual(RETRY_SECONDS);
    expect(Math.max(...RETRY_SECONDS)).toBeLessThanOrEqual(900);
  });

  it('gives up when a message was received more often than it should have been', () => {
    expect(decide({ kind: 'failed', reason: 'refused' }, MAX_ATTEMPTS + 1)).toEqual({ kind: 'exhausted' });
  });
});
