import { compilePattern } from 'cdk-local/aws/events/event-pattern.ts';
import { describe, expect, it } from 'vitest';
import type { Trigger } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import {
  ENVIRONMENTS,
  type Resource,
  type StackTemplate,
  synthesizedEnvironments,
} from '../support/templates.ts';

const environments = await synthesizedEnvironments();

/** How many workers declare one of these triggers. */
const triggeredBy = (...kinds: Trigger['by'][]) =>
  Object.values(workers).filter(({ trigger }) => kinds.includes(trigger.by)).length;

describe.each(ENVIRONMENTS)('the queues, rules and stream of %s', (name) => {
  const { stacks, ofType } = environments[name];

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

  it('hide a message for at least as long as its function may run', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties.EventSourceArn['Fn::GetAtt'],
    );

    const times = mappings.map(({ Properties }) => ({
      hidden: byId(ofType('AWS::SQS::Queue'), arnOf(Properties.EventSourceArn)).VisibilityTimeout,
      running: byId(ofType('AWS::Lambda::Function'), Properties.FunctionName.Ref).Timeout,
    }));

    expect(times).toHaveLength(triggeredBy('queue', 'event'));
    for (const { hidden, running } of times) expect(hidden).toBeGreaterThanOrEqual(running);
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

  it('publish all that the stream has, and record changes from the deployment on', () => {
    const starts = ofType('AWS::Lambda::EventSourceMapping').flatMap(({ Properties }) =>
      Properties.StartingPosition ? [[nameOf(Properties.FunctionName.Ref), Properties.StartingPosition]] : [],
    );

    expect(Object.fromEntries(starts)).toEqual({
      'audit/record-changes': 'LATEST',
      'events/publish': 'TRIM_HORIZON',
    });
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
    expect(passes('MODIFY', 'LIST#AGENT#HEAD')).toBe(false);
  });

  it('give every target of a rule a dead-letter queue that the rule may write to', () => {
    const rules = ofType('AWS::Events::Rule');

    const targets = rules.flatMap(({ id, Properties }) =>
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
    const called = ofType('AWS::Events::Rule')
      .flatMap(({ Properties }) => Properties.Targets)
      .flatMap(({ Arn }) => functions.filter(({ id }) => id === arnOf(Arn)));

    expect(called.map(({ Properties }) => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME)).toEqual([
      'reconciliation/reconcile',
    ]);
    for (const { Properties } of called) expect(arnOf(Properties.DeadLetterConfig.TargetArn)).toMatch(/\w/);
  });

  it('count passed quota shares, given-up deliveries and disabled webhooks by log messages', () => {
    const filters = ofType('AWS::Logs::MetricFilter').map(({ Properties }) => [
      Properties.FilterPattern,
      Properties.MetricTransformations[0],
    ]);

    const metric = (MetricName: string) =>
      expect.objectContaining({ MetricName, MetricNamespace: `phone-call-agents/${name.toLowerCase()}` });
    expect(filters).toEqual([
      ['{ $.message = "A user passed a share of a quota." }', metric('QuotaSharesPassed')],
      ['{ $.message = "A delivery was given up." }', metric('DeliveriesGivenUp')],
      ['{ $.message = "A webhook was switched off." }', metric('WebhooksSwitchedOff')],
    ]);
  });

  it('route to the dial, hang-up, recording, fan-out and redelivery queues the events for them', () => {
    const patterns = ofType('AWS::Events::Rule').map(
      ({ Properties }) => Properties.EventPattern?.['detail-type'],
    );

    expect(patterns).toEqual(
      expect.arrayContaining([
        [{ prefix: 'call_created' }],
        [{ prefix: 'call_end_requested' }],
        [{ prefix: 'recording_made' }],
        [{ prefix: 'call_schedule' }],
        [{ prefix: 'event_' }],
        [{ prefix: 'delivery_request' }],
      ]),
    );
  });

  /** The name of a function, from its logical id. */
  const nameOf = (id: string) =>
    byId(ofType('AWS::Lambda::Function'), id).Environment.Variables.POWERTOOLS_SERVICE_NAME;
});

/** The logical id in an `Fn::GetAtt`. */
const arnOf = (arn: { readonly 'Fn::GetAtt': readonly [string, string] } | undefined): string =>
  arn?.['Fn::GetAtt'][0] ?? '';

const byId = (resources: readonly Resource[], id: string) =>
  resources.find((resource) => resource.id === id)!.Properties;

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
