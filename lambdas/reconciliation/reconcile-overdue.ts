import { logger } from '../runtime/logger.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import { readOverdue } from '../store/calls/overdue.ts';
import type { ReconcileDependencies } from './due-call.ts';
import { reconcileOne } from './reconcile-one.ts';

/** Dependencies of a reconciliation run. */
export interface RunDependencies extends ReconcileDependencies {
  /** Requests to the vendor at once. */
  readonly atOnce: number;
  /** Milliseconds that are left for the run. */
  readonly timeLeftMs: () => number;
}

/** Milliseconds that must be left to begin a record: two requests of 8 seconds, and the writes after them. */
const RESERVE_MS = 18_000;

/**
 * Reconciles due records in pages, longest due first, until none is due or the time is nearly up. Records that are left
 * stay due.
 */
export async function reconcileOverdue(dependencies: RunDependencies): Promise<void> {
  const { table, now, atOnce, timeLeftMs } = dependencies;
  let reconciled = 0;
  let left = 0;
  let lag: number | undefined;
  for (;;) {
    const due = await readOverdue(table, now());
    const [longest] = due;
    lag ??= longest ? (now().getTime() - Date.parse(longest.dueAt)) / 1000 : 0;
    left = due.length;
    let taken = 0;
    // The workers share the iterator.
    const records = due.values();
    const work = async () => {
      while (timeLeftMs() > RESERVE_MS) {
        const { value: record } = records.next();
        if (!record) return;
        left -= 1;
        if (await reconcileOne(record, dependencies)) taken += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    reconciled += taken;
    // The index may still have records that were taken a moment ago.
    if (taken === 0 || left > 0) break;
  }
  logger.info('Reconciled.', { reconciled, left });
  emitMetrics({ ReconciliationLag: lag, ReconciliationLeft: left });
}
