import { promisify } from 'node:util';
import { type ClockSetting, dateAt, presentOf, realTime, use } from './install-clock.ts';

export interface MovableClock {
  /** Moves on from one due timer to the next, and awaits `idle` after each. Throws for a time that has passed. */
  advanceTo(time: number, idle: () => Promise<void>): Promise<void>;
  /** Gives the thread real time again. Timers that are not due are lost. */
  restore(): void;
}

/** A timer and the time at which it is due; obsolete if the timer is due at another time by now. */
interface Entry {
  readonly timer: ClockTimer;
  readonly due: number;
}

interface Delayed {
  readonly run: () => void;
  readonly delay: number;
  readonly isRepeated: boolean;
}

/** Stands for the `Timeout` of Node.js. It does not keep the process alive. */
class ClockTimer {
  due = Number.NaN;
  readonly run: () => void;
  readonly delay: number;
  readonly isRepeated: boolean;
  readonly #schedule: (timer: ClockTimer) => void;

  constructor({ run, delay, isRepeated }: Delayed, schedule: (timer: ClockTimer) => void) {
    this.run = run;
    this.delay = delay;
    this.isRepeated = isRepeated;
    this.#schedule = schedule;
    schedule(this);
  }
  refresh(): this {
    this.#schedule(this);
    return this;
  }
  close(): this {
    this.due = Number.NaN;
    return this;
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => false;
  [Symbol.dispose] = () => void this.close();
}

/** Timers that are due within these milliseconds fire together: the rules of a minute were started one after another. */
const TOGETHER_MS = 50;

/** Node.js fires a timer with a longer delay at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs this thread by a clock that can be set forward; its timers move along. Other threads share `jumped`. */
export function installMovableClock(setting: ClockSetting): MovableClock {
  const { speed, jumped = new Float64Array(1) } = setting;
  const now = presentOf({ ...setting, jumped });
  const timers = openTimers(now, speed);
  const start = (run: () => void, delay: number | undefined, isRepeated = false): unknown =>
    new ClockTimer({ run, delay: Math.max(1, delay || 1), isRepeated }, timers.add);
  const timeoutSignal = (ms: number) => {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms);
    return controller.signal;
  };
  const wait = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('The wait was aborted', 'AbortError'));
      if (signal?.aborted) return abort();
      const end = () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      };
      start(end, ms);
      signal?.addEventListener('abort', abort, { once: true });
    });
  const begin =
    (isRepeated: boolean) =>
    (run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) =>
      start(() => run(...args), delay, isRepeated);
  const clear = (timer: unknown) =>
    timer instanceof ClockTimer ? void timer.close() : realTime.clearTimeout(timer as NodeJS.Timeout);
  use({
    ...realTime,
    Date: dateAt(now),
    setTimeout: Object.assign(begin(false), { [promisify.custom]: wait }) as unknown as typeof setTimeout,
    setInterval: begin(true) as unknown as typeof setInterval,
    clearTimeout: clear,
    clearInterval: clear,
    timeoutSignal,
    wait: wait as typeof realTime.wait,
  });
  const moveTo = (time: number) => {
    jumped[0] = (jumped[0] ?? 0) + Math.max(0, time - now());
    timers.fireDue();
  };
  return {
    async advanceTo(time, idle) {
      if (time < now()) throw new RangeError(`The clock is at ${new Date(now()).toISOString()} already.`);
      for (;;) {
        await idle();
        const next = timers.nextDue();
        if (next === undefined || next > time) break;
        moveTo(Math.min(time, next + TOGETHER_MS));
      }
      moveTo(time);
      await idle();
    },
    restore() {
      timers.stop();
      use(realTime);
    },
  };
}

/** The timers of a thread, by the time at which they are due. A single timer of Node.js waits for the next one. */
function openTimers(now: () => number, speed: number) {
  const entries: Entry[] = [];
  let alarm: NodeJS.Timeout | undefined;
  const nextDue = () => {
    while (entries[0] && entries[0].due !== entries[0].timer.due) entries.shift();
    return entries[0]?.due;
  };
  const arm = () => {
    realTime.clearTimeout(alarm);
    const due = nextDue();
    if (due === undefined) return;
    const ms = Math.max(0, Math.ceil((due - now()) / speed));
    alarm = realTime.setTimeout(fireDue, Math.min(LONGEST_TIMER_MS, ms));
  };
  const add = (timer: ClockTimer) => {
    timer.due = now() + timer.delay;
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.due ?? 0) <= timer.due) low = middle + 1;
      else high = middle;
    }
    entries.splice(low, 0, { timer, due: timer.due });
    if (low === 0) arm();
  };
  const fireDue = () => {
    try {
      for (let due = nextDue(); due !== undefined && due <= now(); due = nextDue()) {
        const timer = entries.shift()?.timer;
        if (timer?.isRepeated) timer.refresh();
        else timer?.close();
        timer?.run();
      }
    } finally {
      arm();
    }
  };
  return { add, nextDue, fireDue, stop: () => realTime.clearTimeout(alarm) };
}
