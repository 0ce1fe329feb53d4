import type { Concurrency, Worker } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The part of the configuration that bounds the consumers of queues. */
type ConsumerBounds = Pick<EnvironmentConfig, 'consumers'> & {
  readonly telephony: Pick<EnvironmentConfig['telephony'], 'dialConcurrency'>;
  readonly webhooks: Pick<EnvironmentConfig['webhooks'], 'concurrency'>;
};

/** Concurrent invocations that functions can have, without those of the API. */
export interface Executions {
  /** Of functions with a reservation. */
  readonly reserved: number;
  /** Of consumers of queues. */
  readonly queued: number;
  /** Of functions that read the table's stream or run by a schedule. */
  readonly inBackground: number;
}

/** Units a second of a partition of the table, each of which has a shard of the stream. */
const PARTITION = { writes: 1000, reads: 3000 };

/** Units a second of a table that was not warmed. */
const UNWARMED = { writes: 4000, reads: 12_000 };

/** Consumers of events for each of deliveries: they wait for no receiver. */
const FAN_OUT = 0.7;

/** Concurrent invocations of a consumer. */
export function invocationsAtOnce(
  most: Concurrency,
  { telephony, webhooks, consumers }: ConsumerBounds,
): number {
  const limits = {
    dialling: telephony.dialConcurrency,
    deliveries: webhooks.concurrency,
    fanOut: Math.ceil(FAN_OUT * webhooks.concurrency),
    ...consumers,
  };
  return typeof most === 'number' ? most : limits[most];
}

/**
 * Concurrent invocations that are reserved for a worker, which are also the most that it can have. Undefined if it has
 * no reservation. Every function that strangers can invoke by a forged request of the vendor has one.
 */
export function reservedFor(
  { trigger, callerWaitsFor, isCallStep }: Pick<Worker, 'trigger' | 'callerWaitsFor' | 'isCallStep'>,
  { concurrency }: Pick<EnvironmentConfig, 'concurrency'>,
): number | undefined {
  if (!concurrency) return undefined;
  if (trigger.by === 'clock') return trigger.maxConcurrency;
  if (callerWaitsFor === 'turn') return concurrency.turns;
  if (trigger.by !== 'callback' && trigger.by !== 'socket') return undefined;
  return isCallStep ? concurrency.callSteps : concurrency.reports;
}

/** How many executions all functions but those of the API can take together. */
export function executionsOf(config: EnvironmentConfig): Executions {
  const sum = { reserved: 0, queued: 0, inBackground: 0 };
  for (const worker of Object.values(workers)) {
    const { trigger } = worker;
    const reserved = reservedFor(worker, config);
    sum.reserved += reserved ?? 0;
    if (trigger.by === 'queue' || trigger.by === 'event')
      sum.queued += invocationsAtOnce(trigger.maxConcurrency, config);
    if (trigger.by === 'stream') sum.inBackground += shardsOf(config);
    // No run takes longer than its period.
    if (trigger.by === 'clock' && reserved === undefined) sum.inBackground += 1;
  }
  return sum;
}

/** Shards of the table's stream; Lambda invokes a function once at a time for each. */
function shardsOf({ warmThroughput = UNWARMED }: EnvironmentConfig): number {
  const { writes, reads } = warmThroughput;
  return Math.ceil(Math.max(writes / PARTITION.writes, reads / PARTITION.reads));
}
