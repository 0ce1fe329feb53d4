import type { Table } from '../../../lambdas/store/table/table.ts';

interface Capacity {
  readonly CapacityUnits: number;
}

/** The table, noting the read units that each request to it consumes. */
export function measuredTable(table: Table) {
  const reads: number[] = [];
  const send = async (command: { input: object }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await table.client.send(command as never)) as {
      ConsumedCapacity: Capacity | Capacity[];
    };
    reads.push([answer.ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0));
    return answer;
  };
  const client = Object.assign(Object.create(table.client), { send });
  return { measured: { ...table, client } as Table, reads };
}
