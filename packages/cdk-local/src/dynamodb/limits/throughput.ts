import type { DynamoDbLimits } from '../../limits/aws-limits.ts';
import { createTokenBucket, type TokenBucket } from '../../limits/token-bucket.ts';
import type { Load } from '../store/load.ts';
import type { TableCapacity } from '../table/table-capacity.ts';

/** The throughput that a request has exhausted. */
export interface Exhausted {
  readonly load: Load;
  readonly isProvisioned: boolean;
  /** The last part of DynamoDB's throttling reason. */
  readonly limit:
    | 'KeyRangeThroughputExceeded'
    | 'ProvisionedThroughputExceeded'
    | 'MaxOnDemandThroughputExceeded';
}

/** The throughput of all tables, their indexes, and their partitions. */
export interface Throughput {
  setCapacity(tableName: string, capacity: TableCapacity): void;
  /** Returns the throughput that these loads exceed, if any. */
  exhaustedBy(loads: readonly Load[]): Exhausted | undefined;
  consume(loads: readonly Load[]): void;
}

/**
 * Seconds of unused capacity that a provisioned table keeps:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */
const BURST_SECONDS = 300;

/** Buckets above which full, and so unused, ones are forgotten. */
const MANY_BUCKETS = 10_000;

const ON_DEMAND: TableCapacity = {
  isProvisioned: false,
  table: { Read: undefined, Write: undefined, isMaximum: false },
  indexes: {},
};

/**
 * Token buckets: one a partition key, and one a table or index. A request is admitted while none of its buckets is
 * empty, and may take more than is left, so that large requests are possible. A partition has a second's worth: burst
 * capacity "can't alleviate partition-level throttling"
 * (https://repost.aws/knowledge-center/dynamodb-spiky-workloads-short-intervals).
 */
export function createThroughput(limits: DynamoDbLimits): Throughput {
  const capacities = new Map<string, TableCapacity>();
  const buckets = new Map<string, TokenBucket>();
  const ofPartition = { Read: limits.partitionReads, Write: limits.partitionWrites };
  const ofTable = { Read: limits.tableReads, Write: limits.tableWrites };

  const find = (key: string, rate: number, seconds: number) => {
    const now = Date.now();
    const found = buckets.get(key) ?? createTokenBucket({ rate, burst: rate * seconds }, now);
    if (!buckets.has(key) && buckets.size >= MANY_BUCKETS) {
      for (const [other, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(other);
    }
    buckets.set(key, found);
    return found;
  };
  const capacityOf = ({ tableName, indexName }: Load) => {
    const { table, indexes, isProvisioned } = capacities.get(tableName) ?? ON_DEMAND;
    return { isProvisioned, given: indexName === undefined ? table : indexes[indexName] };
  };
  const tableBucket = (load: Load) => {
    const { tableName, indexName, kind } = load;
    const { given, isProvisioned } = capacityOf(load);
    const key = JSON.stringify([kind, tableName, indexName]);
    return find(key, given?.[kind] ?? ofTable[kind], isProvisioned ? BURST_SECONDS : 1);
  };
  const partitionBucket = ({ tableName, indexName, kind, partition }: Load) =>
    partition === undefined
      ? undefined
      : find(JSON.stringify([kind, tableName, indexName, partition]), ofPartition[kind], 1);

  const exhausted = (load: Load): Exhausted | undefined => {
    const { given, isProvisioned } = capacityOf(load);
    const now = Date.now();
    if ((partitionBucket(load)?.left(now) ?? 1) <= 0)
      return { load, isProvisioned, limit: 'KeyRangeThroughputExceeded' };
    if (tableBucket(load).left(now) > 0) return undefined;
    if (isProvisioned) return { load, isProvisioned, limit: 'ProvisionedThroughputExceeded' };
    // A new table has four partitions; it gets more while it is used.
    const limit = given?.isMaximum ? 'MaxOnDemandThroughputExceeded' : 'KeyRangeThroughputExceeded';
    return { load, isProvisioned, limit };
  };

  return {
    setCapacity: (tableName, capacity) => void capacities.set(tableName, capacity),
    exhaustedBy: (loads) => {
      for (const load of loads) {
        const found = exhausted(load);
        if (found) return found;
      }
      return undefined;
    },
    consume: (loads) => {
      const now = Date.now();
      for (const load of loads) {
        partitionBucket(load)?.take(load.units, now);
        tableBucket(load).take(load.units, now);
      }
    },
  };
}
