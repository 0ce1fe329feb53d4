import type { Table } from '../../../lambdas/platform/table/table.ts';
import { interposed } from './interposed.ts';

interface Capacity {
  readonly CapacityUnits: number;
}

/** The table, noting the read units that each request to it consumes. */
export function measuredTable(table: Table) {
  const reads: number[] = [];
  const measured = interposed(table, async (command) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await table.client.send(command as never)) as {
      ConsumedCapacity: Capacity | Capacity[];
    };
    reads.push([answer.ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0));
    return answer;
  });
  return { measured, reads };
}
