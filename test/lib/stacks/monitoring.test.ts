import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import staging from '../../support/environments/staging.ts';
import { newStage } from '../../support/run/stage-templates.ts';
import { ENVIRONMENTS, synthesizedEnvironments } from '../../support/run/templates.ts';

const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
type Output = Record<'StackName' | 'OutputName', string>;
interface WatchedFunction {
  Id: string;
  MetricStat: { Metric: { Dimensions: [{ Value: { 'Fn::GetStackOutput': Output } }] } };
}
const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const sectionOf = (heading: string) => runbook.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the alarms of %s', (name) => {
  const { stacks, ofType, outputOf } = environments[name];
  const alarms = stacks.Monitoring.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const composites = stacks.Monitoring.ofType('AWS::CloudWatch::CompositeAlarm').map(
    ({ Properties }) => Properties,
  );

  it('watch every dead-letter queue', () => {
    const deadLetterQueues = ofType('AWS::SQS::Queue').filter(({ Properties }) => !Properties.RedrivePolicy);

    const watched = alarms
      .filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(
        ({ Dimensions: [{ Value }] }) =>
          attribute.parse(outputOf(Value['Fn::GetStackOutput']))['Fn::GetAtt'][0],
      );

    expect(watched.sort()).toEqual(deadLetterQueues.map(({ id }) => id).sort());
  });

  it('say what they mean for people, and name a section of the runbook', () => {
    for (const { AlarmDescription } of [...alarms, ...composites]) {
      const [, impact, heading = ''] =
        /^Severity [12]\. (\w.{20,}\.) What to do: docs\/(?:runbook|operations)\.md#([\w-]+)$/.exec(
          AlarmDescription,
        ) ?? [];

      expect(impact, AlarmDescription).toBeDefined();
      for (const part of ['Description', 'Investigation', 'Resolution'])
        expect(sectionOf(heading), AlarmDescription).toContain(`- **${part}.** `);
    }
  });

  it('notify the topic when they go off and when they end, by themselves or as a part of one composite alarm', () => {
    const rules = JSON.stringify(composites.map(({ AlarmRule }) => AlarmRule));
    const [topic] = stacks.Monitoring.ofType('AWS::SNS::Topic');

    for (const { id, Properties } of stacks.Monitoring.ofType('AWS::CloudWatch::Alarm')) {
      expect(rules.includes(`"${id}"`), id).toBe(Properties.AlarmActions === undefined);
      if (Properties.AlarmActions) expect(Properties.AlarmActions).toEqual([{ Ref: topic?.id }]);
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
    for (const { AlarmActions, OKActions } of composites)
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic?.id }], [{ Ref: topic?.id }]]);
  });
});

it('the topic of alarms may be replaced although another stack uses it', () => {
  const { stage } = newStage(staging);
  const mine = new Stack(stage, 'Mine');
  new CfnOutput(mine, 'Topic', { value: stage.alarmTopic.topicArn });

  expect(JSON.stringify(stage.synth().getStackByName('Staging-Mine').template)).not.toContain('ImportValue');
});

describe('the alarms of production on what callers feel', () => {
  const { ofType, stacks, outputOf } = environments.Production;
  const alarmOf = (name: string) => {
    const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    return alarms.find(({ AlarmName }) => AlarmName === `phone-call-agents-production-${name}`)!;
  };
  /** Whether an alarm is raised by these values of its metrics; the others are 0. */
  const isRaised = (name: string, values: Readonly<Record<string, number>>): boolean => {
    const { Metrics, Threshold } = alarmOf(name);
    const { Expression } = Metrics.find((each: { Expression?: string }) => each.Expression);
    const zeros = Object.fromEntries(Metrics.map(({ Id }: { Id: string }) => [Id, 0]));
    const IF = (condition: boolean, one: number, other: number) => (condition ? one : other);
    const SUM = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0);
    const MAX = (list: readonly number[]) => Math.max(...list);
    return runInNewContext(Expression, { IF, SUM, MAX, ...zeros, ...values }) > Threshold;
  };

  it('count what strangers send to the callbacks as severity 2', () => {
    expect(alarmOf('callbacks-refused').AlarmDescription).toMatch(/^Severity 2\. /);
  });

  it.each<[string, Readonly<Record<string, number>>, boolean]>([
    ['relay-failing-functions', { errors2: 30, all2: 500, all0: 9000 }, true],
    ['relay-failing-functions', { errors1: 2, all1: 2, all0: 40 }, false],
    ['relay-failing-functions', { errors1: 3, all1: 1000 }, false],
    ['relay-failing-gateway', { execution: 2, integration: 20, connections: 10, messages: 100 }, true],
    // Strangers.
    ['relay-failing-gateway', { integration: 500, refused: 500, connections: 510, messages: 90 }, false],
    ['relay-failing-gateway', { integration: 3, messages: 5000 }, false],
    ['callbacks-unsigned', { unsigned: 3, cases: 12 }, true],
    ['callbacks-unsigned', { unsigned: 3, cases: 5000 }, false],
    ['calls-in-error-60-minutes', { share: 1, cases: 3 }, true],
    ['calls-in-error-60-minutes', { share: 0.1, cases: 100 }, true],
    ['calls-in-error-60-minutes', { share: 1, cases: 2 }, false],
    // So many that five minutes suffice.
    ['calls-in-error-60-minutes', { share: 0.5, cases: 120 }, false],
    ['concurrency-high-reserved-1', { busyAnswer: 13 }, true],
    ['concurrency-high-reserved-1', { busyAnswer: 12, busyConnect: 12 }, false],
  ])('%s with %j: %s', (name, values, raised) => {
    expect(isRaised(name, values)).toBe(raised);
  });

  it('watch the account’s claimed concurrency, and each reservation of functions that strangers can invoke', () => {
    const reserved = ofType('AWS::Lambda::Function').flatMap(({ id, Properties }) => {
      const { ReservedConcurrentExecutions: most } = Properties;
      return most > 1 ? [`${id} / ${most}`] : [];
    });
    const watched = [1, 2].flatMap((part) => {
      const [{ Expression }, ...metrics] = alarmOf(`concurrency-high-reserved-${part}`).Metrics;
      expect(metrics.length).toBeLessThanOrEqual(10);
      return metrics.map(({ Id, MetricStat }: WatchedFunction) => {
        const { Ref } = outputOf(MetricStat.Metric.Dimensions[0].Value['Fn::GetStackOutput']) as {
          Ref: string;
        };
        return `${Ref} / ${new RegExp(`${Id} / (\\d+)`).exec(Expression)?.[1]}`;
      });
    });

    expect(reserved.length).toBeGreaterThan(10);
    expect(watched.sort()).toEqual(reserved.sort());
    const { MetricName, Threshold } = alarmOf('concurrency-high');
    expect([MetricName, Threshold]).toEqual(['ClaimedAccountConcurrency', 800]);
  });

  it('are raised if reconciliation no longer runs', () => {
    expect(alarmOf('reconciliation-late').TreatMissingData).toBe('breaching');
  });

  it.each([
    ['callersaffected', /^Message/, 'relayfailingfunctions'],
    ['callersaffected', /^RelayEnded/, 'callbacksunsigned'],
    ['usersaffected', /^CheckToken/, 'callbacksrefused'],
  ])('tell of %s: a faulty new version of %s, and %s', (composite, fn, alarm) => {
    const { AlarmRule } = stacks.Monitoring.ofType('AWS::CloudWatch::CompositeAlarm').find(({ id }) =>
      id.startsWith(composite),
    )!.Properties;
    const versions = ofType('AWS::CloudWatch::Alarm').filter(({ id }) => id.includes('VersionFails'));
    const outputs = JSON.stringify(AlarmRule).match(/"OutputName":"\w+"/g) ?? [];

    expect(versions.some(({ id }) => fn.test(id) && outputs.some((each) => each.includes(id)))).toBe(true);
    expect(JSON.stringify(AlarmRule)).toContain(`"${alarm}`);
  });
});
