import { compilePattern } from 'cdk-local/aws/events/event-pattern.ts';
import { describe, expect, it } from 'vitest';
import type { Trigger, Worker } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import {
  ENVIRONMENTS,
  type Resource,
  type StackTemplate,
  synthesizedEnvironments,
} from '../support/run/templates.ts';

const environments = await synthesizedEnvironments();

/** The number of workers that declare one of these triggers. */
const triggeredBy = (...kinds: Trigger['by'][]) =>
  Object.values<Worker>(workers).filter(({ trigger }) => kinds.includes(trigger.by)).length;

describe.each(ENVIRONMENTS)('the queues, rules and stream of %s', (name) => {
  const { stacks, ofType } = environments[name];
  /** The rules that give work to functions. Those of monitoring notify a person, who checks anyway. */
  const workRules = () =>
    Object.entries(stacks)
      .filter(([stack]) => stack !== 'Monitoring')
      .flatMap(([, stack]) => stack.ofType('AWS::Events::Rule'));

  it.each([
    'Events',
    'Calls',
  ] as const)('give every queue of %s that is not a dead-letter queue one', (stackName) => {
    const queues = stacks[stackName].ofType('AWS::SQS::Queue');
    const deadLetterQueues = deadLetterQueuesOf(stacks[stackName]);

    const working = queues.filter(({ id }) => !deadLetterQueues.has(id));

    expect(working).not.toHaveLength(0);
    for (const { Properties } of working)
      expect(deadLetterQueues).toContain(arnOf(Properties.RedrivePolicy.deadLetterTargetArn));
  });

  it('keep dead letters for two weeks, encrypted, and accept them over TLS only', () => {
    const queues = ofType('AWS::SQS::Queue');
    const policies = ofType('AWS::SQS::QueuePolicy');

    const refusals = policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Deny');

    expect(refusals).toHaveLength(queues.length);
    for (const { Properties } of queues) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
      if (!Properties.RedrivePolicy) expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    }
  });

  it('hide a message for six times as long as its function may run, or a shorter time for a stated reason', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties.EventSourceArn['Fn::GetAtt'],
    );

    const times = mappings.map(({ Properties }) => {
      const fn = functionOf(environments[name], Properties.FunctionName);
      const worker = (workers as Readonly<Record<string, Worker>>)[
        fn.Environment.Variables.POWERTOOLS_SERVICE_NAME
      ];
      const trigger = worker?.trigger;
      return {
        hidden: byId(ofType('AWS::SQS::Queue'), arnOf(Properties.EventSourceArn)).VisibilityTimeout,
        running: fn.Timeout,
        window: Properties.MaximumBatchingWindowInSeconds ?? 0,
        because: trigger && 'visibility' in trigger ? trigger.visibility?.because : undefined,
      };
    });

    expect(times).toHaveLength(triggeredBy('queue', 'event'));
    // Lambda makes no mapping to a queue that hides messages for less than its function's time-out.
    for (const { hidden, running, window, because } of times)
      expect(hidden).toBeGreaterThanOrEqual(because ? 2 * running : 6 * running + window);
    expect(times.filter(({ because }) => because).length).toBeGreaterThan(0);
  });

  it('give a message at least five attempts, and invoke no more than may run, so that throttling uses up none', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties.EventSourceArn['Fn::GetAtt'],
    );

    const limits = mappings.map(({ Properties }) => ({
      attempts: byId(ofType('AWS::SQS::Queue'), arnOf(Properties.EventSourceArn)).RedrivePolicy
        .maxReceiveCount,
      atOnce: Properties.ScalingConfig?.MaximumConcurrency,
      mayRun:
        functionOf(environments[name], Properties.FunctionName).ReservedConcurrentExecutions ??
        Number.POSITIVE_INFINITY,
    }));

    expect(limits).toHaveLength(triggeredBy('queue', 'event'));
    for (const { attempts, atOnce, mayRun } of limits) {
      expect(attempts).toBeGreaterThanOrEqual(5);
      expect(atOnce).toBeGreaterThanOrEqual(2);
      expect(atOnce).toBeLessThanOrEqual(mayRun);
    }
  });

  it('report failures of single items, and move what the stream cannot deliver to the dead-letter queue', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);

    const streams = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);

    for (const mapping of mappings)
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(streams).toHaveLength(triggeredBy('stream'));
    for (const mapping of streams) {
      expect(mapping).toMatchObject({ BisectBatchOnFunctionError: true, MaximumRetryAttempts: 20 });
      const queue = arnOf(mapping.DestinationConfig.OnFailure.Destination);
      expect(byId(ofType('AWS::SQS::Queue'), queue)).toBeDefined();
      // Lambda permits five.
      expect(mapping.FilterCriteria.Filters.length).toBeLessThanOrEqual(5);
    }
  });

  it('record changes by the service of calls never, and by requests always', () => {
    const patterns = ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition === 'LATEST')
      .flatMap(({ Properties }) => Properties.FilterCriteria.Filters)
      .map(({ Pattern }) => compilePattern(JSON.parse(Pattern)));
    const record = (eventName: string, sk: string, operation?: string) => ({
      eventName,
      dynamodb: {
        Keys: { pk: { S: 'USER#1' }, sk: { S: sk } },
        NewImage: operation ? { changed_by: { M: { operation: { S: operation } } } } : {},
      },
    });
    const passes = (...given: Parameters<typeof record>) =>
      patterns.some((matches) => matches(record(...given)));

    expect(passes('INSERT', 'CALL#1', 'createCall')).toBe(true);
    expect(passes('INSERT', 'CALL#1')).toBe(false);
    expect(passes('MODIFY', 'CALL#1', 'createCall')).toBe(false);
    expect(passes('MODIFY', 'CALL#1')).toBe(false);
    expect(passes('MODIFY', 'CALL#1', 'endCall')).toBe(true);
    expect(passes('REMOVE', 'CALL#1')).toBe(true);
    expect(passes('MODIFY', 'AGENT#1')).toBe(true);
    expect(passes('MODIFY', 'DO_NOT_CALL#+15550001111')).toBe(true);
    expect(passes('INSERT', 'TURN#000001')).toBe(false);
    expect(passes('MODIFY', 'LIST#AGENT#1')).toBe(false);
  });

  it('publish turns of calls, and none of a rehearsal', () => {
    const patterns = ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition === 'TRIM_HORIZON')
      .flatMap(({ Properties }) => Properties.FilterCriteria.Filters)
      .map(({ Pattern }) => compilePattern(JSON.parse(Pattern)));
    const passes = (sk: string, image: object) =>
      patterns.some((matches) =>
        matches({ eventName: 'INSERT', dynamodb: { Keys: { sk: { S: sk } }, NewImage: image } }),
      );

    expect(passes('TURN#000001', { text: { S: 'Hello.' } })).toBe(true);
    expect(passes('TURN#000001', { text: { S: 'Hello.' }, rehearsal: { BOOL: true } })).toBe(false);
    expect(passes('HISTORY', {})).toBe(false);
    expect(passes('CALL#1', {})).toBe(true);
  });

  it('give every target of a rule a dead-letter queue that the rule may write to', () => {
    const targets = workRules().flatMap(({ id, Properties }) =>
      Properties.Targets.map((target: unknown) => ({ id, target })),
    );

    expect(targets).toHaveLength(triggeredBy('event', 'clock'));
    for (const { id, target } of targets) {
      const queue = arnOf(target.DeadLetterConfig.Arn);
      expect(senders(ofType('AWS::SQS::QueuePolicy'), queue)).toContain(id);
    }
  });

  it('move failed runs of a scheduled function to a dead-letter queue', () => {
    const functions = ofType('AWS::Lambda::Function');
    const called = workRules()
      .flatMap(({ Properties }) => Properties.Targets)
      .flatMap(({ Arn }) => functions.filter(({ id }) => id === arnOf(Arn)));

    expect(called.map(({ Properties }) => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME)).toEqual([
      'reconciliation/reconcile',
      'upkeep/check-secrets',
    ]);
    for (const { Properties } of called) expect(arnOf(Properties.DeadLetterConfig.TargetArn)).toMatch(/\w/);
  });
});

/** The logical id in an `Fn::GetAtt`. */
const arnOf = (arn: { readonly 'Fn::GetAtt': readonly [string, string] } | undefined): string =>
  arn?.['Fn::GetAtt'][0] ?? '';

const byId = (resources: readonly Resource[], id: string) =>
  resources.find((resource) => resource.id === id)!.Properties;

/** The function that a mapping names, by itself or by its alias. */
function functionOf({ ofType }: Pick<StackTemplate, 'ofType'>, named: unknown) {
  const id = /"Ref":"(\w+)"/.exec(JSON.stringify(named))?.[1] ?? '';
  const alias = ofType('AWS::Lambda::Alias').find((each) => each.id === id);
  return byId(ofType('AWS::Lambda::Function'), alias ? alias.Properties.FunctionName.Ref : id);
}

/** Ids of the queues that are a dead-letter queue of anything. */
function deadLetterQueuesOf({ ofType }: StackTemplate): Set<string> {
  return new Set([
    ...ofType('AWS::SQS::Queue').map(({ Properties }) =>
      arnOf(Properties.RedrivePolicy?.deadLetterTargetArn),
    ),
    ...ofType('AWS::Lambda::Function').map(({ Properties }) => arnOf(Properties.DeadLetterConfig?.TargetArn)),
    ...ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) =>
      arnOf(Properties.DestinationConfig?.OnFailure.Destination),
    ),
  ]);
}

/** Ids of the rules for which a queue's policies permit EventBridge to send. */
function senders(policies: readonly Resource[], queue: string): string[] {
  return policies
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(
      ({ Effect, Principal, Resource }) =>
        Effect === 'Allow' && Principal.Service === 'events.amazonaws.com' && arnOf(Resource) === queue,
    )
    .map(({ Condition }) => arnOf(Condition.ArnEquals['aws:SourceArn']));
}
