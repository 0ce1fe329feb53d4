/** A request of a function to AWS; times are epoch milliseconds. */
export interface RequestRecord {
  readonly service: string;
  readonly operation: string;
  readonly functionName: string | undefined;
  /** Read or write capacity units that a request to DynamoDB consumed. */
  readonly capacityUnits: number | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

/** The capacity units of reads and of writes. */
export function unitsOf(records: readonly RequestRecord[]): {
  readonly read: number;
  readonly write: number;
} {
  const units = { read: 0, write: 0 };
  for (const { operation, capacityUnits = 0 } of records)
    units[READS.has(operation) ? 'read' : 'write'] += capacityUnits;
  return units;
}

/** The length of the longest chain of requests that each began after the previous one ended. */
export function longestSequence(records: readonly RequestRecord[]): number {
  let length = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of [...records].sort((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < lastEnd) continue;
    length += 1;
    lastEnd = endedAt;
  }
  return length;
}

/** The operations in the order of their start, such as `GetItem, 2 PutItem`. */
export function operationsOf(records: readonly RequestRecord[]): string {
  const counts = new Map<string, number>();
  for (const { operation } of [...records].sort((a, b) => a.startedAt - b.startedAt)) {
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  return [...counts]
    .map(([operation, count]) => (count === 1 ? operation : `${count} ${operation}`))
    .join(', ');
}
