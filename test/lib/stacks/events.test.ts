import { describe, expect, it } from 'vitest';
import type { Trigger, Worker } from '../../../lambdas/platform/worker.ts';
import { workers } from '../../../lambdas/workers.ts';
import {
  ENVIRONMENTS,
  type Resource,
  type StackTemplate,
  synthesizedEnvironments,
} from '../../support/run/templates.ts';

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
