// Function workers load this file on its own: it imports only Node.js.
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

/** A clock that shows real time at `startedAt` (epoch milliseconds) and runs `speed` times as fast from then on. */
export interface ClockSetting {
  readonly speed: number;
  readonly startedAt: number;
  /** The milliseconds by which the clock was set forward, in memory that all threads share. @default never set */
  readonly jumped?: Float64Array;
}

export interface Time {
  readonly Date: DateConstructor;
  readonly setTimeout: typeof globalThis.setTimeout;
  readonly setInterval: typeof globalThis.setInterval;
  readonly clearTimeout: typeof globalThis.clearTimeout;
  readonly clearInterval: typeof globalThis.clearInterval;
  readonly timeoutSignal: typeof AbortSignal.timeout;
  readonly wait: typeof promisedTimers.setTimeout;
  readonly ticks: typeof promisedTimers.setInterval;
}

const timers = process.getBuiltinModule('node:timers');
const promisedTimers = process.getBuiltinModule('node:timers/promises');

/** Global, so that every copy of this module in the thread shares it. */
const REAL_TIME = Symbol.for('cdk-local.real-time');
const thread: typeof globalThis & { [REAL_TIME]?: Time } = globalThis;

/** Node.js's own time, whatever clock is installed, for work that no clock speeds up. */
export const realTime: Time = thread[REAL_TIME] ?? {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  timeoutSignal: AbortSignal.timeout,
  wait: promisedTimers.setTimeout,
  ticks: promisedTimers.setInterval,
};
thread[REAL_TIME] = realTime;

export const clockFromNow = (speed: number): ClockSetting => ({ speed, startedAt: realTime.Date.now() });

/** Returns a clock that shows this time now, runs in real time, and can be set forward. */
export function clockAt(time: Date): ClockSetting {
  const startedAt = realTime.Date.now();
  const jumped = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  jumped[0] = time.getTime() - startedAt;
  return { speed: 1, startedAt, jumped };
}

/** Runs this thread by the clock, except `performance.now()`. Returns a function that restores real time. */
export function installClock(setting: ClockSetting): () => void {
  const { speed } = setting;
  const now = presentOf(setting);
  // A timer of Node.js may fire a millisecond early, which would be several milliseconds of this clock.
  const realMs = (ms: unknown) => (typeof ms === 'number' && ms > 0 ? Math.ceil(ms / speed) + 1 : ms);
  const wait = withDelay(realTime.wait, 0, realMs);
  use({
    Date: dateAt(now),
    setTimeout: new Proxy(withDelay(realTime.setTimeout, 1, realMs), {
      get: (target, key) => (key === promisify.custom ? wait : Reflect.get(target, key)),
    }),
    setInterval: withDelay(realTime.setInterval, 1, realMs),
    clearTimeout: realTime.clearTimeout,
    clearInterval: realTime.clearInterval,
    timeoutSignal: withDelay(realTime.timeoutSignal, 0, realMs),
    wait,
    ticks: withDelay(realTime.ticks, 0, realMs),
  });
  return () => use(realTime);
}

/** The present of a clock, in epoch milliseconds. Throws for an impossible speed. */
export function presentOf({ speed, startedAt, jumped }: ClockSetting): () => number {
  if (!(speed > 0)) throw new Error(`A clock cannot run at the speed ${speed}.`);
  const elapsed = () => Math.floor((performance.timeOrigin + performance.now() - startedAt) * speed);
  return () => startedAt + elapsed() + (jumped?.[0] ?? 0);
}

/** The function with another delay, which is its argument at `index`. */
function withDelay<F extends (...args: never[]) => unknown>(
  original: F,
  index: number,
  realMs: (ms: unknown) => unknown,
): F {
  return new Proxy(original, {
    apply: (target, self, args: unknown[]) =>
      Reflect.apply(target, self, index < args.length ? args.with(index, realMs(args[index])) : args),
  });
}

/** `Date` with another present. */
export function dateAt(now: () => number): DateConstructor {
  return new Proxy(realTime.Date, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new realTime.Date(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}

export function use({ timeoutSignal, wait, ticks, ...time }: Time): void {
  Object.assign(globalThis, time);
  Object.assign(AbortSignal, { timeout: timeoutSignal });
  const { Date: _, ...callbacks } = time;
  Object.assign(timers, callbacks);
  Object.assign(promisedTimers, { setTimeout: wait, setInterval: ticks });
  // Updates modules that imported the timers by name.
  syncBuiltinESMExports();
}
