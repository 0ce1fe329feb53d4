import type { Concurrency, Worker } from '../../lambdas/platform/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The path of a value, whether it is valid, and what it must be. */
export type Rule = readonly [value: string, isRight: boolean, rule: string];

type ConsumerBounds = Pick<EnvironmentConfig, 'consumers'> & {
  readonly telephony: Pick<EnvironmentConfig['telephony'], 'dialConcurrency'>;
  readonly webhooks: Pick<EnvironmentConfig['webhooks'], 'concurrency'>;
};

/** Concurrent invocations of all functions except those of the API. */
interface Executions {
  readonly reserved: number;
  readonly queued: number;
  /** By functions that read the table's stream or run on a schedule. */
  readonly inBackground: number;
}

/** Units a second per partition of the table. Each partition has a shard of the stream. */
const PARTITION = { writes: 1000, reads: 3000 };

/** Units a second of a table without warm throughput. */
const UNWARMED = { writes: 4000, reads: 12_000 };

/** Consumers of events per consumer of deliveries. Fewer are needed, because they wait for no receiver. */
const FAN_OUT = 0.7;

export function invocationsAtOnce(
  most: Concurrency,
  { telephony, webhooks, consumers }: ConsumerBounds,
): number {
  const limits = {
    dialConcurrency: telephony.dialConcurrency,
    deliveries: webhooks.concurrency,
    fanOut: Math.ceil(FAN_OUT * webhooks.concurrency),
    ...consumers,
  };
  return typeof most === 'number' ? most : limits[most];
}

/** A worker's reserved concurrency, if any: every function that a forged vendor request can invoke has one. */
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

/** The most executions that functions besides the API's can take while the table has no further partitions. */
export function executionsOf(config: EnvironmentConfig): Executions {
  const sum = { reserved: 0, queued: 0, inBackground: 0 };
  for (const worker of Object.values(workers)) {
    const { trigger } = worker;
    const reserved = reservedFor(worker, config);
    sum.reserved += reserved ?? 0;
    if (trigger.by === 'queue' || trigger.by === 'event')
      sum.queued += invocationsAtOnce(trigger.maxConcurrency, config);
    if (trigger.by === 'stream') sum.inBackground += shardsOf(config);
    // Runs don't overlap.
    if (trigger.by === 'clock' && reserved === undefined) sum.inBackground += 1;
  }
  return sum;
}

/** Shards of the table's stream; Lambda invokes a function once at a time for each. */
function shardsOf({ warmThroughput = UNWARMED }: EnvironmentConfig): number {
  const { writes, reads } = warmThroughput;
  return Math.ceil(Math.max(writes / PARTITION.writes, reads / PARTITION.reads));
}

/** Seconds that an API request occupies an execution: twice what creating a call takes on a laptop. */
const SECONDS_OF_A_REQUEST = 0.06;

/** Minimum of concurrent invocations left for the API. */
export const LEAST_UNRESERVED = 100;

/**
 * Checks that the account has enough executions for all reservations, every consumer of a queue, stream or schedule,
 * and 100 API requests. This leaves the unreserved concurrency that AWS requires:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 *
 * The throttle rule checks that one operation, at its throttle and with requests of 60 ms, fits into the remainder. It
 * can't guarantee the API an execution: API Gateway throttles each operation separately, requests may wait 29 seconds
 * for a vendor, and other applications share the account. The alarm `concurrency-high` covers these cases.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function concurrencyRules(config: EnvironmentConfig): Rule[] {
  const { concurrency, rollout } = config;
  if (!concurrency) return [];
  const { account, turns, provisionedTurns } = concurrency;
  const { reserved, queued, inBackground } = executionsOf(config);
  const used = reserved + queued + inBackground;
  const least = used + LEAST_UNRESERVED;
  const available = account - used;
  const { rate, burst } = config.throttle;
  return [
    [
      'concurrency.provisionedTurns',
      provisionedTurns === undefined || (rollout !== undefined && 2 * provisionedTurns <= turns),
      'must come with rollout, to whose alias it applies, and be at most half of concurrency.turns: during a rollout, both versions share the reservation',
    ],
    [
      'concurrency.account',
      account >= least,
      `must be at least ${least}: ${reserved} are reserved, queue consumers take ${queued}, stream and schedule consumers ${inBackground}, and the API needs ${LEAST_UNRESERVED}; a throttled consumer would use up the attempts of its messages`,
    ],
    [
      'throttle',
      // If the account is too small, the issue above is enough.
      account < least || burst + rate * SECONDS_OF_A_REQUEST <= available,
      `must permit at most ${available} concurrent short requests to one operation (the burst, plus the rate over ${SECONDS_OF_A_REQUEST} s), the executions left for the API: otherwise API consumers get 500 when Lambda throttles`,
    ],
  ];
}
