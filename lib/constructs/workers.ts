import { createHash } from 'node:crypto';
import { Duration } from 'aws-cdk-lib';
import { Match, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lambdas/events/model/events.ts';
import type { Grant } from '../../lambdas/platform/grants.ts';
import type { Trigger, Worker } from '../../lambdas/platform/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import { invocationsAtOnce, reservedFor } from '../config/concurrency.ts';
import { rolloutGroupOf } from '../config/rollout.ts';
import { applyGrant, type GrantTargets, type KnownQueue } from './apply-grant.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { OneTimeSchedules } from './one-time-schedules.ts';
import { QueueConsumer } from './queue-consumer.ts';
import { Rollouts } from './rollouts.ts';
import {
  type FunctionContext,
  FunctionRole,
  ServiceFunction,
  type ServiceFunctionProps,
} from './service-function.ts';

type TriggerBy<By extends Trigger['by']> = Extract<Trigger, { readonly by: By }>;

/** The maximum: https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionEventInvokeConfig.html */
const MOST_EVENT_AGE_MINUTES = 360;

export interface Triggered<By extends Trigger['by']> {
  readonly fn: ServiceFunction;
  readonly trigger: TriggerBy<By>;
}

interface WorkersProps extends FunctionContext, Pick<GrantTargets, 'data' | 'relay'> {
  readonly stack: Worker['stack'];
  /** Queues of other stacks that functions of this one use. @default none */
  readonly queues?: ReadonlyMap<string, KnownQueue>;
}

/** A stack's workers as they declare themselves. The stack connects those that requests trigger. */
export class Workers {
  readonly #scope: Construct;
  readonly #props: WorkersProps;
  readonly #functions: Triggered<Trigger['by']>[] = [];
  readonly #queues: Map<string, KnownQueue>;
  readonly #rollouts: Rollouts | undefined;

  constructor(scope: Construct, props: WorkersProps) {
    this.#scope = scope;
    this.#props = props;
    this.#queues = new Map(props.queues);
    const { config } = props;
    const own = Object.entries(workers).filter(([, { stack }]) => stack === props.stack);
    const isGradual = config.rollout && own.some(([entry]) => rolloutGroupOf(entry));
    this.#rollouts = isGradual ? new Rollouts(scope, 'Rollouts', { config }) : undefined;
    const created = own.map(([entry, worker]) => ({ worker, fn: this.#make(entry, worker) }));
    // By now, all queues exist.
    for (const { worker, fn } of created) {
      const { grants = [], trigger } = worker;
      this.#functions.push({ fn, trigger });
      for (const grant of grants) applyGrant(fn, grant, { ...props, queues: this.#queues });
    }
  }

  get queues(): ReadonlyMap<string, KnownQueue> {
    return this.#queues;
  }

  triggeredBy<By extends Trigger['by']>(by: By): readonly Triggered<By>[] {
    return this.#functions.flatMap(({ fn, trigger }) => (isBy(trigger, by) ? [{ fn, trigger }] : []));
  }

  #make(entry: string, { id, trigger, stack: _, grants = [], ...declared }: Worker): ServiceFunction {
    const { config, bundles, addresses } = this.#props;
    const rollOut = this.#rollouts?.of(entry);
    const reserved = reservedFor({ trigger, ...declared }, config);
    // Changed grants make a new role: the old version keeps its role until the next one has all invocations, since
    // CloudFormation deletes nothing before that.
    const role = rollOut && new FunctionRole(this.#scope, `${id}Role${hashOf(grants)}`);
    const props = { config, bundles, addresses, entry, rollOut, reserved, role, ...declared };
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
    const { visibility, maxAttempts, deadLetterImpact, maxConcurrency, queue } = trigger;
    const consumer = new QueueConsumer(this.#scope, id, {
      ...props,
      visibilitySeconds: visibility?.seconds,
      maxAttempts,
      deadLetterImpact,
      maxConcurrency: invocationsAtOnce(maxConcurrency, config),
    });
    if (trigger.by === 'event')
      new Rule(consumer, 'Rule', {
        eventBus: data.bus,
        description: props.description,
        eventPattern: { source: [EVENT_SOURCE], detailType: Match.prefix(trigger.typePrefix) },
        targets: [new SqsQueue(consumer.queue, { deadLetterQueue: consumer.deadLetterQueue })],
      });
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
    // A failed or late run isn't repeated: the next one does its work.
    const maxEventAge = Duration.minutes(Math.min(minutes, MOST_EVENT_AGE_MINUTES));
    fn.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge });
    const schedule = Schedule.rate(Duration.minutes(minutes));
    const rule = new Rule(this.#scope, `${id}Rule`, { schedule });
    rule.addTarget(new LambdaFunction(fn.function, { deadLetterQueue, retryAttempts: 0 }));
    return fn;
  }

  #consumeStream(
    id: string,
    props: ServiceFunctionProps,
    { deadLetters, batchSize, retries, sortKeys, patterns = [] }: TriggerBy<'stream'>,
  ): ServiceFunction {
    const fn = new ServiceFunction(this.#scope, id, props);
    const deadLetterQueue = new DeadLetterQueue(this.#scope, deadLetters.id, deadLetters);
    if (deadLetters.queue) this.#queues.set(deadLetters.queue.name, { queue: deadLetterQueue });
    const eventSourceArn = this.#props.data.store.grantStream(fn);
    fn.allow(['sqs:SendMessage'], [deadLetterQueue.queueArn]);
    const S = [...sortKeys.prefixes.map((prefix) => ({ prefix })), ...sortKeys.whole];
    // A changed id would create another mapping, which reads the last 24 hours again. Starting at the end of the stream
    // would miss changes while the mapping is created: https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
    new lambda.EventSourceMapping(this.#scope, `${id}Source`, {
      target: fn.function,
      eventSourceArn,
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: retries,
      onFailure: new SqsDlq(deadLetterQueue),
      filters: [{ dynamodb: { Keys: { sk: { S } } } }, ...patterns].map(lambda.FilterCriteria.filter),
    });
    return fn;
  }
}

const hashOf = (grants: readonly Grant[]): string =>
  createHash('sha256').update(JSON.stringify(grants)).digest('hex').slice(0, 8);

const isBy = <By extends Trigger['by']>(trigger: Trigger, by: By): trigger is TriggerBy<By> =>
  trigger.by === by;
