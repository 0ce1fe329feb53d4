import { logger } from '../runtime/logger.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { countDueBefore } from '../store/calls/overdue.ts';
import type { Table } from '../store/table/table.ts';

/**
 * Counts the calls that are ringing or in conversation. They are due for reconciliation within a short time; calls that
 * were not dialled are due only after a quarter of an hour. Never throws: a run is more important than its measurement.
 */
export async function countUnderWay(table: Table, now: Date): Promise<void> {
  try {
    const soon = new Date(now.getTime() + readVariable(RECONCILE_SECONDS) * 1000);
    emitMetrics({ CallsUnderWay: await countDueBefore(table, 'call', soon) });
  } catch (error) {
    logger.warn('The calls under way could not be counted.', { error });
  }
}
