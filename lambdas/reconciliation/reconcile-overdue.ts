import { logger } from '../runtime/logger.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import { type Overdue, readOverdue } from '../store/calls/overdue.ts';
import { FairQueue } from './fair-queue.ts';
import { type DueRecord, reconcileOne } from './reconcile-one.ts';
import type { ReconcileDependencies } from './reconciled.ts';

/** Dependencies of a reconciliation run. */
export interface RunDependencies extends ReconcileDependencies {
  /** Milliseconds that are left for the run. */
  readonly timeLeftMs: () => number;
  /** Resolves after these milliseconds, or rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Concurrent requests of a run, to all accounts together. */
const SIDE_BY_SIDE = 100;
/** The share of a run's time for reading the index. */
const READING_PART = 1 / 3;
/** Milliseconds that must be left to begin a record: two requests of 8 seconds, and the writes after them. */
export const RESERVE_MS = 18_000;
/** The longest pause of an account that a run waits for, in milliseconds: waiting costs money, too. */
const LONGEST_WAIT_MS = 10_000;
/**
 * Milliseconds after which an overdue record is reconciled although the pause of its account is longer than a run
 * waits: its call may have passed its time limit.
 */
const LATE_MS = 600_000;

/**
 * Reconciles due records until all are done or the time is nearly up: concurrently, fairly by user, longest due first
 * within a user and account, and each account as fast as the vendor permits. Records that are left stay due. Returns
 * the number of reconciled and of left records.
 */
export async function reconcileOverdue(
  dependencies: RunDependencies,
): Promise<{ readonly reconciled: number; readonly left: number }> {
  const { pace, timeLeftMs } = dependencies;
  let reconciled = 0;
  let left = 0;
  let lag: number | undefined;
  do {
    const { queue, lagSeconds } = await takeIn(dependencies);
    lag ??= lagSeconds;
    const asked = await workOff(queue, dependencies);
    reconciled += asked;
    left = queue.size;
    // Other records may have become due meanwhile.
    if (asked === 0 || left > 0) break;
  } while (timeLeftMs() > RESERVE_MS);
  pace.forget();
  logger.info('Reconciled.', { reconciled, left });
  emitMetrics({ ReconciliationLag: lag, ReconciliationLeft: left });
  return { reconciled, left };
}

/** Reads the due records, and since when the longest due record has been due. */
async function takeIn({ table, now, timeLeftMs }: RunDependencies) {
  const leastMs = Math.max(RESERVE_MS, timeLeftMs() * (1 - READING_PART));
  const { due, isComplete } = await readOverdue(table, now(), () => timeLeftMs() <= leastMs);
  if (!isComplete)
    logger.warn('More records are due for reconciliation than a run can read.', { found: due.length });
  const queue = new FairQueue<DueRecord>();
  for (const record of due) queue.add(record);
  const [longest] = due;
  const lagSeconds = longest ? (now().getTime() - Date.parse(longest.dueAt)) / 1000 : 0;
  return { queue, lagSeconds };
}

/** Reconciles the records of a queue. Returns the number of reconciled records. */
async function workOff(queue: FairQueue<DueRecord>, dependencies: RunDependencies): Promise<number> {
  const { pace, now, timeLeftMs } = dependencies;
  const underWay = new Changes(dependencies);
  let asked = 0;
  const work = async (due: DueRecord) => {
    pace.begin(due.account);
    const result = await reconcileOne(due, dependencies);
    pace.end(due.account);
    queue.done(due);
    if (result.outcome === 'put back') queue.add(result.due);
    if (result.outcome === 'asked') asked += 1;
  };
  const isReady = ({ account, dueAt }: Overdue) =>
    pace.mayAsk(account) || (pace.pausedMs(account) > LONGEST_WAIT_MS && isLate(dueAt, now()));
  while (timeLeftMs() > RESERVE_MS) {
    const due = underWay.count < SIDE_BY_SIDE ? queue.take(isReady) : undefined;
    if (due) underWay.add(work(due));
    else if (!(await underWay.next(queue.size > 0 ? pace.shortestPauseMs() : undefined))) break;
  }
  await underWay.all();
  return asked;
}

const isLate = (dueAt: string, now: Date) => Date.parse(dueAt) < now.getTime() - LATE_MS;

/** Work under way, and a way to wait for its next change. */
class Changes {
  readonly #wait: RunDependencies['wait'];
  readonly #underWay = new Set<Promise<void>>();
  #changed = () => {};

  constructor({ wait }: Pick<RunDependencies, 'wait'>) {
    this.#wait = wait;
  }

  get count(): number {
    return this.#underWay.size;
  }

  add(work: Promise<void>): void {
    const over = work.finally(() => {
      this.#underWay.delete(over);
      this.#changed();
    });
    this.#underWay.add(over);
  }

  /**
   * Resolves when a piece of work is over or an account continues. Returns false if neither will happen soon.
   * `pauseMs`: milliseconds until an account continues.
   */
  async next(pauseMs: number | undefined): Promise<boolean> {
    const waits = pauseMs !== undefined && pauseMs <= LONGEST_WAIT_MS;
    if (this.#underWay.size === 0 && !waits) return false;
    const over = new AbortController();
    const changed = new Promise<void>((resolve) => (this.#changed = resolve));
    const paused = waits ? [this.#wait(pauseMs, over.signal).catch(() => {})] : [];
    await Promise.race([...(this.#underWay.size > 0 ? [changed] : []), ...paused]);
    over.abort();
    return true;
  }

  /** Resolves when all work is over. */
  async all(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
