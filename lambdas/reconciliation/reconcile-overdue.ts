import { FairQueue } from '../domain/calls/fair-queue.ts';
import { logger } from '../runtime/logger.ts';
import { type Overdue, pagesOfOverdue } from '../store/calls/overdue.ts';
import { reconcileOne } from './reconcile-one.ts';
import type { ReconcileDependencies } from './reconciled.ts';
import { VendorPace } from './vendor-pace.ts';

/** Dependencies of a reconciliation run. */
export interface RunDependencies extends Omit<ReconcileDependencies, 'pace'> {
  /** Milliseconds that are left for the function. */
  readonly timeLeftMs: () => number;
}

/** Concurrent requests. The vendor accepts about 100 per account. */
const SIDE_BY_SIDE = 10;
/** Concurrent requests of one user while another user is waiting. */
const SIDE_BY_SIDE_OF_USER = 3;
/** Records of one user that a run reads into memory; further ones do not hide other users' records. */
const TAKEN_IN_OF_USER = 1000;
/** Most pages of the index that a run reads, and the share of its time for reading. */
const MAX_PAGES = 100;
const READING_PART = 1 / 3;
/** Milliseconds that must be left to begin a record: two requests of 8 seconds, and the writes after them. */
const RESERVE_MS = 20_000;

/**
 * Reconciles due records until all are done or the time is nearly up: concurrently, round-robin by user, and longest
 * due first within a user.
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

/** Reads due records. Returns the number that was read. */
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
    logger.warn('More records are due for reconciliation than a run can read.', { found });
    break;
  }
  return found;
}
