import * as z from 'zod/mini';
import type { CallTimes } from '../domain/usage.ts';
import { scanCallsIndex } from './calls-index.ts';
import type { Table } from './table.ts';

/** A call that began in a month may have been created in the one before, though not so long (ms) before it began. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

const callTimes = z.object({ start_time: z.string(), end_time: z.optional(z.string()) });

/** The times of a user's calls that began at a time or later; calls that never began have none. */
export async function listCallTimes(table: Table, userId: string, since: Date): Promise<CallTimes[]> {
  const times: CallTimes[] = [];
  const pages = scanCallsIndex(table, userId, {
    from: new Date(since.getTime() - LONGEST_WAIT_MS).toISOString(),
    where: [['start_time', '>=', since.toISOString()]],
    attributes: ['start_time', 'end_time'],
  });
  for await (const { entries } of pages) times.push(...entries.map((entry) => callTimes.parse(entry)));
  return times;
}
