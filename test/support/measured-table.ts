import type { Table } from '../../lambdas/store/table/table.ts';

/** The table, noting the read units that each request to it consumes. */
export function measuredTable(table: Table) {
  const reads: number[] = [];
  const send = async (command: { input: object }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await table.client.send(command as never)) as {
      ConsumedCapacity: { CapacityUnits: number };
    };
    reads.push(answer.ConsumedCapacity.CapacityUnits);
    return answer;
  };
  const client = Object.assign(Object.create(table.client), { send });
  return { measured: { ...table, client } as Table, reads };
}
