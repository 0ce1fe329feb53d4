import { workers } from '../../lambdas/workers.ts';
import { invocationsAtOnce, reservedFor } from '../../lib/config/concurrency.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { Bucket, Pool, type Use } from './limits.ts';

/** What AWS and the vendor permit an account. */
export interface Quotas {
  /** Concurrent invocations of all functions: 1,000 by default. */
  readonly lambdaConcurrency: number;
  /** New execution environments of a function in 10 seconds: 1,000, fixed. https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html */
  readonly environmentsPerTenSeconds: number;
  /**
   * Requests a second of all APIs together, messages of WebSockets included: 10,000 by default; AWS raises it on request.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
   */
  readonly gatewayRate: number;
  /** Requests at once: 5,000. AWS derives it from the rate; nobody can ask for it. */
  readonly gatewayBurst: number;
  /** PutEvents a second: 10,000 by default in us-east-1. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
  readonly events: number;
}

/** Units a second of a partition, fixed. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const PARTITION = { writes: 1000, reads: 3000 } as const;

/**
 * Units a second of a table without warm throughput.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html
 */
export const WARM = { writes: 4000, reads: 12_000 } as const;

/** The values of the configuration that limit a deployment. */
export type LimitingConfig = Pick<
  EnvironmentConfig,
  | 'name'
  | 'throttle'
  | 'callbackThrottle'
  | 'relayThrottle'
  | 'concurrency'
  | 'requestLimit'
  | 'consumers'
  | 'warmThroughput'
> & {
  readonly telephony: Pick<EnvironmentConfig['telephony'], 'dialConcurrency'>;
  readonly webhooks: Pick<EnvironmentConfig['webhooks'], 'concurrency'>;
};

/** The limits of a deployment, as they are used up. */
export class Deployment {
  readonly gateway: Bucket;
  readonly endpoints: Bucket;
  readonly callbacks: Bucket;
  readonly relay: Bucket;
  readonly events: Bucket;
  readonly writes: Bucket;
  readonly reads: Bucket;
  readonly #unreserved: Pool;
  readonly #reserved = new Map<string, Pool>();
  readonly #consumers = new Map<string, Pool>();
  readonly #environments = new Map<string, Bucket>();
  readonly #budgets = new Map<string, Bucket>();
  readonly #partitions = new Map<string, { readonly writes: Bucket; readonly reads: Bucket }>();
  readonly #quotas: Quotas;
  readonly #config: LimitingConfig;

  constructor(quotas: Quotas, config: LimitingConfig) {
    this.#quotas = quotas;
    this.#config = config;
    const { throttle, callbackThrottle, relayThrottle, warmThroughput: warm = WARM } = config;
    this.gateway = new Bucket('API Gateway, all APIs', quotas.gatewayRate, quotas.gatewayBurst);
    this.endpoints = new Bucket('throttle of the REST API', throttle.rate, throttle.burst);
    this.callbacks = new Bucket('throttle of callbacks', callbackThrottle.rate, callbackThrottle.burst);
    this.relay = new Bucket('throttle of the relay', relayThrottle.rate, relayThrottle.burst);
    this.events = new Bucket('EventBridge, events', quotas.events, quotas.events);
    this.writes = new Bucket('table, write units', warm.writes, warm.writes);
    this.reads = new Bucket('table, read units', warm.reads, warm.reads);
    let unreserved = quotas.lambdaConcurrency;
    for (const [entry, worker] of Object.entries(workers)) {
      const { trigger } = worker;
      // Nothing is traced here.
      const reserved = trigger.by === 'log' ? undefined : reservedFor(worker, config);
      if (reserved !== undefined) {
        this.#reserved.set(entry, new Pool(`reserved for ${entry}`, reserved));
        unreserved -= reserved;
      }
      if (trigger.by === 'queue' || trigger.by === 'event') {
        const size = invocationsAtOnce(trigger.maxConcurrency, config);
        this.#consumers.set(entry, new Pool(`consumers of ${entry}`, size));
      }
    }
    this.#unreserved = new Pool('Lambda, unreserved', Math.max(1, unreserved));
  }

  /** The budget of a user's requests of the API. */
  budgetOf(user: string): Bucket {
    const { rate, burst } = this.#config.requestLimit;
    return found(this.#budgets, user, () => new Bucket('budget of a user', rate, burst));
  }

  /** The concurrency that an invocation of a function takes from. */
  concurrencyOf(entry: string): Pool {
    return this.#reserved.get(entry) ?? this.#unreserved;
  }

  /** The consumers of a function's queue; undefined if it has none. */
  consumersOf(entry: string): Pool | undefined {
    return this.#consumers.get(entry);
  }

  /** How fast Lambda starts environments of a function. */
  environmentsOf(entry: string): Bucket {
    const rate = this.#quotas.environmentsPerTenSeconds / 10;
    return found(
      this.#environments,
      entry,
      () => new Bucket(`new environments of ${entry}`, rate, 10 * rate),
    );
  }

  partition(name: string): { readonly writes: Bucket; readonly reads: Bucket } {
    const bucket = (kind: 'writes' | 'reads') =>
      new Bucket(`partition ${name}, ${kind.slice(0, -1)} units`, PARTITION[kind], PARTITION[kind]);
    return found(this.#partitions, name, () => ({ writes: bucket('writes'), reads: bucket('reads') }));
  }

  /** Forgets what was used so far. */
  forget(): void {
    for (const limit of this.#all()) limit.forget();
  }

  /** Each limit's use; of the partitions of users, the most used one. */
  uses(): readonly Use[] {
    const uses = new Map<string, Use>();
    for (const { use } of this.#all()) {
      const name = use.name.replace(/user-\d+/, 'of a user');
      const known = uses.get(name);
      uses.set(name, {
        name,
        peak: Math.max(use.peak, known?.peak ?? 0),
        refused: use.refused + (known?.refused ?? 0),
      });
    }
    return [...uses.values()].sort((one, other) => other.peak - one.peak);
  }

  #all(): readonly (Bucket | Pool)[] {
    return [
      ...[this.gateway, this.endpoints, this.callbacks, this.relay, this.events, this.writes, this.reads],
      this.#unreserved,
      ...this.#reserved.values(),
      ...this.#consumers.values(),
      ...this.#budgets.values(),
      ...[...this.#partitions.values()].flatMap(({ writes, reads }) => [writes, reads]),
    ];
  }
}

function found<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
