import { FairQueue } from '../domain/calls/fair-queue.ts';
import { logger } from '../runtime/logger.ts';
import { type Overdue, pagesOfOverdue } from '../store/calls/overdue.ts';
import { reconcileOne } from './reconcile-one.ts';
import type { ReconcileDependencies } from './reconciled.ts';
import { VendorPace } from './vendor-pace.ts';

/** What a run of the reconciliation reaches. */
export interface RunDependencies extends Omit<ReconcileDependencies, 'pace'> {
  /** Milliseconds that are left of the function's time. */
  readonly timeLeftMs: () => number;
}

/** Questions that are asked side by side. The vendor takes some 100 at once of an account. */
const SIDE_BY_SIDE = 10;
/** Of one user, while another with fewer waits. */
const SIDE_BY_SIDE_OF_USER = 3;
/** Of one user that a run takes in: what lies behind them in the index is found however many there are. */
const TAKEN_IN_OF_USER = 1000;
/** Pages of the index that a run reads at most, and the part of its time that it reads. */
const MAX_PAGES = 100;
const READING_PART = 1 / 3;
/** Nothing is begun with less time left, in milliseconds: two questions of 8 seconds, and the writes that follow. */
const RESERVE_MS = 20_000;

/**
 * Holds what is due against the vendor's state until it is done or the time is nearly up: side by side, each user in turn, and
 * of each user the longest due first.
 */
export async function reconcileOverdue(dependencies: RunDependencies): Promise<void> {
  const queue = new FairQueue<Overdue>({ ofUser: SIDE_BY_SIDE_OF_USER, waitingOfUser: TAKEN_IN_OF_USER });
  const left = await takeIn(queue, dependencies);
  const pace = new VendorPace(dependencies.now);
  let reconciled = 0;
  const work = async () => {
    while (dependencies.timeLeftMs() > RESERVE_MS) {
      const due = queue.take();
      if (!due) return;
      await reconcileOne(due, { ...dependencies, pace });
      queue.done(due);
      reconciled += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  logger.info('Reconciled.', { reconciled, left: left - reconciled });
}

/** Reads what is due; gives how much there is, as far as it was read. */
async function takeIn(
  queue: FairQueue<Overdue>,
  { table, now, timeLeftMs }: RunDependencies,
): Promise<number> {
  const leastMs = Math.max(RESERVE_MS, timeLeftMs() * (1 - READING_PART));
  let pages = 0;
  let found = 0;
  for await (const page of pagesOfOverdue(table, now())) {
    for (const due of page) queue.add(due);
    found += page.length;
    pages += 1;
    if (pages < MAX_PAGES && timeLeftMs() > leastMs) continue;
    logger.warn('More is due for reconciliation than a run can read.', { found });
    break;
  }
  return found;
}
