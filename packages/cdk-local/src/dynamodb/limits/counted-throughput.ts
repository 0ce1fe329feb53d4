import { type Meters, NO_METERS } from '../../cloudwatch/counts/meters.ts';
import type { Load } from '../store/load.ts';
import type { Throughput } from './throughput.ts';

/** A throughput whose use is counted. */
export interface CountedThroughput extends Throughput {
  /** Records the units that were consumed since it was last called. */
  sample(): void;
}

/**
 * Counts what a throughput admits and refuses, as DynamoDB does; the metrics of a table do not contain those of its indexes:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html. Units are summed up until they are
 * sampled, so that a million requests are few values.
 */
export function countThroughput(throughput: Throughput, { record }: Meters = NO_METERS): CountedThroughput {
  const consumed = new Map<string, { readonly load: Load; units: number }>();
  const add = (name: string, { tableName, indexName }: Load, value: number) => {
    const dimensions = {
      TableName: tableName,
      ...(indexName !== undefined && { GlobalSecondaryIndexName: indexName }),
    };
    record({ namespace: 'AWS/DynamoDB', name, dimensions }, value);
  };
  return {
    setCapacity: throughput.setCapacity,
    exhaustedBy(loads) {
      const exhausted = throughput.exhaustedBy(loads);
      if (exhausted) add(`${exhausted.load.kind}ThrottleEvents`, exhausted.load, 1);
      return exhausted;
    },
    consume(loads) {
      throughput.consume(loads);
      for (const load of loads) {
        const key = `${load.kind} ${load.tableName} ${load.indexName}`;
        const sum = consumed.get(key);
        if (sum) sum.units += load.units;
        else consumed.set(key, { load, units: load.units });
      }
    },
    sample() {
      for (const { load, units } of consumed.values()) add(`Consumed${load.kind}CapacityUnits`, load, units);
      consumed.clear();
    },
  };
}
