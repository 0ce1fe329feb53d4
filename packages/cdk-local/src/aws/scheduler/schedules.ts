import { openLevel } from '../../dynamodb/store/database.ts';
import { dueAt, keyOfSchedule, type Schedule, scheduleSchema } from './schedule.ts';

/** The schedules that have not fired yet. */
export interface Schedules {
  /** Returns false if the name already exists. */
  add(schedule: Schedule): Promise<boolean>;
  find(key: string): Schedule | undefined;
  /** Returns false if it doesn't exist. */
  remove(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Longest timer in milliseconds: 2^31 - 1. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Milliseconds until a failed schedule fires again. */
const RETRY_MS = 5_000;

/** Opens the schedules in `directory`. Each fires when due, or at once if missed, and is then deleted. */
export async function openSchedules(
  directory: string,
  fire: (schedule: Schedule) => Promise<void>,
): Promise<Schedules> {
  const database = await openLevel(directory);
  const outstanding = new Map<string, Schedule>();
  const timers = new Map<string, NodeJS.Timeout>();
  const firing = new Set<Promise<void>>();

  const forget = async (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    const wasThere = outstanding.delete(key);
    if (wasThere) await database.del(key);
    return wasThere;
  };
  const arm = (key: string, schedule: Schedule, at = dueAt(schedule)) => {
    const ms = at - Date.now();
    const isLast = ms <= LONGEST_TIMER_MS;
    const go = () => (isLast ? start(key, schedule) : arm(key, schedule, at));
    timers.set(key, setTimeout(go, Math.min(Math.max(0, ms), LONGEST_TIMER_MS)).unref());
  };
  const start = (key: string, schedule: Schedule) => {
    const done = fire(schedule)
      .then(() => forget(key))
      .then(
        () => {},
        () => arm(key, schedule, Date.now() + RETRY_MS),
      )
      .finally(() => firing.delete(done));
    firing.add(done);
  };

  for (const [key, value] of await database.iterator().all()) {
    const schedule = scheduleSchema.parse(value);
    outstanding.set(key, schedule);
    arm(key, schedule);
  }
  return {
    find: (key) => outstanding.get(key),
    remove: forget,
    add: async (schedule) => {
      const key = keyOfSchedule(schedule);
      if (outstanding.has(key)) return false;
      outstanding.set(key, schedule);
      await database.put(key, schedule);
      arm(key, schedule);
      return true;
    },
    close: async () => {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(firing);
      for (const timer of timers.values()) clearTimeout(timer);
      await database.close();
    },
  };
}
