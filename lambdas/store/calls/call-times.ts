import * as z from 'zod/mini';
import type { CallTimes } from '../../domain/calls/usage.ts';
import type { Table } from '../table/table.ts';
import { scanCallsIndex } from './calls-index.ts';
import { DIALLED_WITHIN_MS, earliestLateStart } from './late-starts.ts';

const callTimes = z.object({ start_time: z.string(), end_time: z.optional(z.string()) });

/**
 * The times of a user's calls that began in a month or later; `since` is its first moment. Calls that never began are
 * omitted.
 */
export async function listCallTimes(table: Table, userId: string, since: Date): Promise<CallTimes[]> {
  const times: CallTimes[] = [];
  const earliest = await earliestLateStart(table, userId, since);
  // A call without a schedule, or with a near one, began soon after its creation.
  const from = Math.min(since.getTime() - DIALLED_WITHIN_MS, Date.parse(earliest ?? since.toISOString()));
  const pages = scanCallsIndex(table, userId, {
    from: new Date(from).toISOString(),
    where: [['start_time', '>=', since.toISOString()]],
    attributes: ['start_time', 'end_time'],
  });
  for await (const { entries } of pages) times.push(...entries.map((entry) => callTimes.parse(entry)));
  return times;
}
