import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installClock, realTime } from '../../src/clock/install-clock.ts';

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
