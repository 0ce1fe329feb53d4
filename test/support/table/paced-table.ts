import type { Table } from '../../../lambdas/store/table/table.ts';

interface Capacity {
  readonly CapacityUnits?: number;
}

/** The pace of a table. */
interface Pace {
  /** Milliseconds of each request. */
  readonly requestMs: number;
  /** Write units a second: all writes count as those of one partition. */
  readonly unitsPerSecond: number;
}

/** The table with a clock of its own: requests take the same time on every machine. They must follow one another. */
export function pacedTable(table: Table, { requestMs, unitsPerSecond }: Pace) {
  let elapsedMs = 0;
  const send = async (command: { input: object; constructor: { name: string } }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await table.client.send(command as never)) as {
      ConsumedCapacity?: Capacity | Capacity[];
    };
    const isRead = /Get|Query/.test(command.constructor.name);
    const used = [answer.ConsumedCapacity ?? []].flat();
    const units = isRead ? 0 : used.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    elapsedMs += requestMs + (units * 1000) / unitsPerSecond;
    return answer;
  };
  const client = Object.assign(Object.create(table.client), { send });
  return { table: { ...table, client } as Table, elapsedMs: () => elapsedMs };
}
