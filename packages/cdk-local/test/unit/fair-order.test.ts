import { describe, expect, it } from 'vitest';
import { createVisibility } from '../../src/aws/sqs/queues/visibility.ts';

/** A queue with these visible messages, `group/number`. */
function queueOf(...keys: string[]) {
  const visibility = createVisibility();
  for (const key of keys) visibility.add(key, 0, key.split('/')[0]);
  const take = () => {
    const key = visibility.next();
    if (key !== undefined) visibility.hide(key, Date.now() + 60_000);
    return key;
  };
  return { visibility, take };
}

describe('a queue of message groups', () => {
  it('alternates between groups, whichever sent first', () => {
    const { take, visibility } = queueOf('a/1', 'a/2', 'a/3', 'b/1', 'c/1', 'c/2');

    const taken = Array.from({ length: 7 }, take);
    visibility.close();

    expect(taken).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'c/2', 'a/3', undefined]);
  });

  it('prefers a quiet group to one with more in flight', () => {
    const { take, visibility } = queueOf('noisy/1', 'noisy/2', 'noisy/3');
    take();
    take();
    visibility.add('quiet/1', 0, 'quiet');

    expect(take()).toBe('quiet/1');

    visibility.remove('noisy/1');
    visibility.remove('noisy/2');
    visibility.add('quiet/2', 0, 'quiet');
    expect(take()).toBe('noisy/3');
    visibility.close();
  });

  it('treats each message without a group as a group of its own', () => {
    const { take, visibility } = queueOf('noisy/1', 'noisy/2', 'noisy/3');
    take();
    for (const key of ['none/1', 'none/2', 'none/3']) visibility.add(key, 0);

    const taken = Array.from({ length: 5 }, take);
    visibility.close();

    expect(taken).toEqual(['none/1', 'none/2', 'none/3', 'noisy/2', 'noisy/3']);
  });

  it('counts messages that wait for their visibility timeout as in flight', () => {
    const { take, visibility } = queueOf('noisy/1', 'noisy/2', 'noisy/3', 'noisy/4');
    for (const key of [take()!, take()!]) visibility.hide(key, Date.now() + 3_000);
    visibility.add('quiet/1', 0, 'quiet');
    visibility.add('other/1', 0, 'other');

    const taken = Array.from({ length: 4 }, take);
    visibility.close();

    expect(taken).toEqual(['quiet/1', 'other/1', 'noisy/3', 'noisy/4']);
  });
});
