import { setTimeout as realTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TestClock } from '../../../lambdas/agent-tests/play/clock.ts';

const begin = new Date('2026-01-05T09:00:00.000Z');

function started(options: { readonly isTimed?: boolean } = {}) {
  const clock = new TestClock({ begin, ...options });
  const events: string[] = [];
  const note = (event: string) => events.push(`${event} ${clock.now().getTime() - begin.getTime()}`);
  return { clock, events, note };
}

describe('the clock of a test', () => {
  it('jumps to what is due next, in order', async () => {
    const { clock, events, note } = started();
    clock.in(3_000, () => note('third'));
    clock.in(1_000, () => {
      note('first');
      clock.in(1_000, () => note('second'));
    });
    clock.in(3_000, () => note('fourth'));
    clock.in(2_500, () => note('never'))();

    await clock.pass(3_600_000);
    note('end');

    expect(events).toEqual(['first 1000', 'second 2000', 'third 3000', 'fourth 3000', 'end 3600000']);
  });

  it('passes no further than some work takes, and ends waits that are given up', async () => {
    const { clock, events, note } = started();
    const over = new AbortController();
    const work = async () => {
      await clock.wait(500);
      over.abort();
      await clock.wait(60_000, over.signal).catch(() => note('given up'));
      await clock.wait(700);
    };

    await clock.until(work());
    note('over');

    expect(events).toEqual(['given up 500', 'over 1200']);
  });

  it.each([
    [false, 0],
    [true, 50],
  ])('waits for real work, which takes time if it is timed: %s', async (isTimed, ms) => {
    const { clock } = started({ isTimed });
    const work = clock.real(() => realTimeout(60));
    clock.in(10_000, () => expect.unreachable('The clock has not waited.'));

    await clock.until(work);

    const passed = clock.now().getTime() - begin.getTime();
    expect(passed).toBeGreaterThanOrEqual(ms);
    expect(passed).toBeLessThan(ms === 0 ? 1 : 10_000);
  });

  it('lets timers run while timed work is done', async () => {
    const { clock, events, note } = started({ isTimed: true });
    clock.in(20, () => events.push('meanwhile'));

    await clock.until(clock.real(() => realTimeout(80)));
    events.push('over');
    note('end');

    expect(events.slice(0, 2)).toEqual(['meanwhile', 'over']);
  });

  it('ends a conversation that schedules itself for ever', async () => {
    const { clock } = started();
    const again = () => void clock.in(0, again);
    again();

    await expect(clock.pass(1)).rejects.toThrow('The conversation does not end.');
  });
});
