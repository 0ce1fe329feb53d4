import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installClock, realTime } from '../../src/clock/install-clock.ts';
import { installMovableClock, type MovableClock } from '../../src/clock/movable-clock.ts';

/** A minute of the clock is 60 ms. */
const SPEED = 1000;
const MINUTE = 60_000;

describe('a thread with a clock', () => {
  const startedAt = realTime.Date.now();
  let restore: () => void;

  beforeEach(() => {
    restore = installClock({ speed: SPEED, startedAt });
  });
  afterEach(() => restore());

  const waits: Readonly<Record<string, () => Promise<unknown>>> = {
    setTimeout: () => new Promise((resolve) => setTimeout(resolve, MINUTE)),
    'node:timers/promises': () => wait(MINUTE),
    setInterval: () =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          clearInterval(timer);
          resolve();
        }, MINUTE);
      }),
    'AbortSignal.timeout': () =>
      new Promise((resolve) => AbortSignal.timeout(MINUTE).addEventListener('abort', resolve)),
  };

  it.each(Object.keys(waits))('waits by the clock, and never too short: %s', async (kind) => {
    const begun = Date.now();
    const really = performance.now();

    await waits[kind]?.();

    expect(Date.now() - begun).toBeGreaterThanOrEqual(MINUTE);
    expect(performance.now() - really).toBeLessThan(MINUTE / 2);
  });

  it('has real time again afterwards', async () => {
    restore();
    const begun = performance.now();

    await wait(100);

    expect(performance.now() - begun).toBeGreaterThan(90);
    expect(Math.abs(Date.now() - (performance.timeOrigin + performance.now()))).toBeLessThan(1000);
  });
});

it.each([0, -1, Number.NaN])('refuses a speed of %s', (speed) => {
  expect(() => installClock({ speed, startedAt: 0 })).toThrow(/cannot run at the speed/);
});

describe('a clock that is set forward', () => {
  const HOUR = 3_600_000;
  let clock: MovableClock;

  beforeEach(() => {
    clock = installMovableClock({ speed: 1, startedAt: realTime.Date.now(), jumped: new Float64Array(1) });
  });
  afterEach(() => clock.restore());

  it('stops at each due timer, also at those that a timer starts, and lets its work finish', async () => {
    const start = Date.now();
    const fired: [string, number][] = [];
    const fire = (name: string) => fired.push([name, Math.round((Date.now() - start) / HOUR)]);
    setTimeout(() => {
      fire('first');
      void wait(2 * HOUR).then(() => fire('started later'));
    }, HOUR);
    const refreshed = setTimeout(() => fire('refreshed'), HOUR / 2);
    setTimeout(() => refreshed.refresh(), HOUR / 4);
    clearTimeout(setTimeout(() => fire('cleared'), HOUR));
    const repeated = setInterval(() => fire('repeated'), 2 * HOUR);
    AbortSignal.timeout(4 * HOUR).addEventListener('abort', () => fire('signal'));
    setTimeout(() => fire('never'), 6 * HOUR);

    await clock.advanceTo(start + 5 * HOUR, () => realTime.wait(1));
    clearInterval(repeated);

    expect(fired).toEqual([
      ['refreshed', 1],
      ['first', 1],
      ['repeated', 2],
      ['started later', 3],
      ['signal', 4],
      ['repeated', 4],
    ]);
    expect(Date.now() - start).toBeGreaterThanOrEqual(5 * HOUR);
    await expect(clock.advanceTo(start, async () => {})).rejects.toThrow(/The clock is at .+ already\./);
  });

  it('waits in real time when nothing sets it forward', async () => {
    const begun = performance.now();
    await wait(30);
    await expect(wait(HOUR, undefined, { signal: AbortSignal.timeout(5) })).rejects.toThrow(/aborted/);
    expect(performance.now() - begun).toBeGreaterThan(30);
  });
});
