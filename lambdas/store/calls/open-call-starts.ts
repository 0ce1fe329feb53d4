import * as z from 'zod/mini';
import { loadOpenCalls } from '../quotas/open-calls.ts';
import type { Table } from '../table/table.ts';
import { scanCalls } from './matching-calls.ts';

/** Calls that are examined: the usual limit of a user's open calls, some 0.3 MB of the index. */
const NEWEST_CALLS = 1000;

const entry = z.object({ start_time: z.string() });

/** The start times of calls in progress that began since then, among the 1,000 newest. */
export async function listOpenCallStarts(table: Table, userId: string, since: Date): Promise<Date[]> {
  if ((await loadOpenCalls(table, userId)) <= 0) return [];
  const pages = scanCalls(table, userId, {
    range: {},
    where: [
      ['status', '=', 'in_progress'],
      ['start_time', '>=', since.toISOString()],
    ],
    attributes: ['start_time'],
    limit: NEWEST_CALLS,
    parse: (item) => new Date(entry.parse(item).start_time),
  });
  for await (const { items } of pages) return [...items];
  return [];
}
