import type { Table } from '../../platform/table/table.ts';
import { equal } from '../../records/store/lists/take-page.ts';
import { type FiguredCall, figuredCall } from '../model/call-figures.ts';
import { INDEXED_OF_CALL } from './keys.ts';
import { scanCalls } from './matching-calls.ts';

/** Parts of a period that are read at the same time. */
const PARTS = 12;

/** Megabytes of the index that one request reads: some 250,000 calls. */
const MAX_PAGES = 100;

/** A period has too many calls to read. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
}

export interface FiguresPeriod {
  readonly from: string;
  readonly until: string;
  readonly agent?: string | undefined;
}

/** Passes each call that was created in a period to `count`, in no order. Throws TooManyCalls. */
export async function countCalls(
  table: Table,
  userId: string,
  { from, until, agent, count }: FiguresPeriod & { readonly count: (call: FiguredCall) => void },
): Promise<void> {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const borders = Array.from({ length: PARTS + 1 }, (_, part) =>
    new Date(start + ((end - start) * part) / PARTS).toISOString(),
  );
  let pages = 0;
  await Promise.all(
    borders.slice(1).map(async (partEnd, part) => {
      const partStart = borders[part] ?? from;
      const found = scanCalls(table, userId, {
        range: { from: partStart, until: partEnd },
        where: [...equal({ agent_id: agent }), ['created_at', '>=', partStart], ['created_at', '<', partEnd]],
        attributes: INDEXED_OF_CALL.filter((name) => name !== 'from_number' && name !== 'to_number'),
        parse: (item) => figuredCall.parse(item),
      });
      for await (const { items } of found) {
        for (const call of items) count(call);
        pages += 1;
        if (pages > MAX_PAGES) throw new TooManyCalls('The period has too many calls.');
      }
    }),
  );
}
