import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { Concurrency, Trigger, Worker } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { applyGrant, type GrantTargets, type KnownQueue } from './apply-grant.ts';
import { consumeStream } from './consume-stream.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { EventConsumer } from './event-consumer.ts';
import { OneTimeSchedules } from './one-time-schedules.ts';
import { QueueConsumer } from './queue-consumer.ts';
import { type FunctionContext, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type TriggerBy<By extends Trigger['by']> = Extract<Trigger, { readonly by: By }>;

/** A function, and what triggers it. */
export interface Triggered<By extends Trigger['by']> {
  readonly fn: ServiceFunction;
  readonly trigger: TriggerBy<By>;
}

/** What the workers of a stack are made with. */
export interface WorkersProps extends FunctionContext, Pick<GrantTargets, 'data' | 'relay'> {
  readonly stack: Worker['stack'];
}

/**
 * The workers of a stack, as they declare themselves: their functions with their variables and permissions, queues, rules and schedules.
 * The stack connects those that requests trigger.
 */
export class Workers {
  readonly #scope: Construct;
  readonly #props: WorkersProps;
  readonly #functions: Triggered<Trigger['by']>[] = [];
  readonly #queues = new Map<string, KnownQueue>();

  constructor(scope: Construct, props: WorkersProps) {
    this.#scope = scope;
    this.#props = props;
    const own = Object.entries(workers).filter(([, { stack }]) => stack === props.stack);
    const made = own.map(([entry, worker]) => ({ worker, fn: this.#make(entry, worker) }));
    // Only now are all queues known.
    for (const { worker, fn } of made) {
      const { grants = [], trigger } = worker;
      this.#functions.push({ fn, trigger });
      for (const grant of grants) applyGrant(fn, grant, { ...props, queues: this.#queues });
    }
  }

  /** The workers with this kind of trigger. */
  triggeredBy<By extends Trigger['by']>(by: By): readonly Triggered<By>[] {
    return this.#functions.flatMap(({ fn, trigger }) => (isBy(trigger, by) ? [{ fn, trigger }] : []));
  }

  #make(entry: string, { id, trigger, stack: _, grants: __, ...declared }: Worker): ServiceFunction {
    const { config, bundles, addresses } = this.#props;
    const props = { config, bundles, addresses, entry, ...declared };
    switch (trigger.by) {
      case 'queue':
      case 'event':
        return this.#consumeQueue(id, props, trigger);
      case 'clock':
        return this.#runByClock(id, props, trigger);
      case 'stream':
        return this.#consumeStream(id, props, trigger);
      default:
        return new ServiceFunction(this.#scope, id, props);
    }
  }

  #consumeQueue(
    id: string,
    props: ServiceFunctionProps,
    trigger: TriggerBy<'queue' | 'event'>,
  ): ServiceFunction {
    const { config, data } = this.#props;
    const { visibilitySeconds, maxAttempts, deadLetterImpact, maxConcurrency, queue } = trigger;
    const all = {
      ...props,
      visibilitySeconds,
      maxAttempts,
      deadLetterImpact,
      maxConcurrency: concurrencyOf(maxConcurrency, config),
    };
    const consumer =
      trigger.by === 'event'
        ? new EventConsumer(this.#scope, id, { ...all, bus: data.bus, typePrefix: trigger.typePrefix })
        : new QueueConsumer(this.#scope, id, all);
    const schedules = trigger.schedules && this.#schedule(consumer, trigger.schedules);
    if (queue) this.#queues.set(queue.name, { queue: consumer.queue, schedules });
    return consumer.consumer;
  }

  #schedule(target: QueueConsumer, { id, group }: { readonly id: string; readonly group: string }) {
    const name = `phone-call-agents-${this.#props.config.name}`;
    const groupName = group === '' ? name : `${name}-${group}`;
    return new OneTimeSchedules(this.#scope, id, { groupName, target });
  }

  #runByClock(
    id: string,
    props: ServiceFunctionProps,
    { minutes, deadLetters }: TriggerBy<'clock'>,
  ): ServiceFunction {
    const deadLetterQueue = new DeadLetterQueue(this.#scope, deadLetters.id, deadLetters);
    const fn = new ServiceFunction(this.#scope, id, { ...props, deadLetterQueue });
    const schedule = Schedule.rate(Duration.minutes(minutes));
    const rule = new Rule(this.#scope, `${id}Rule`, { schedule });
    rule.addTarget(new LambdaFunction(fn.function, { deadLetterQueue, retryAttempts: 0 }));
    return fn;
  }

  #consumeStream(
    id: string,
    props: ServiceFunctionProps,
    { deadLetters, by: _, ...trigger }: TriggerBy<'stream'>,
  ): ServiceFunction {
    const fn = new ServiceFunction(this.#scope, id, props);
    const deadLetterQueue = new DeadLetterQueue(this.#scope, deadLetters.id, deadLetters);
    if (deadLetters.queue) this.#queues.set(deadLetters.queue.name, { queue: deadLetterQueue });
    const { store } = this.#props.data;
    // The first mapping had no function's name.
    const mapping = id === 'Publish' ? 'StreamSource' : `${id}Source`;
    consumeStream(this.#scope, { mapping, fn, store, deadLetterQueue, ...trigger });
    return fn;
  }
}

const isBy = <By extends Trigger['by']>(trigger: Trigger, by: By): trigger is TriggerBy<By> =>
  trigger.by === by;

/** Invocations of a consumer at the same time. */
function concurrencyOf(most: Concurrency, { telephony, webhooks }: EnvironmentConfig): number {
  const limits = { dialling: telephony.dialConcurrency, deliveries: webhooks.concurrency };
  return typeof most === 'number' ? most : limits[most];
}
