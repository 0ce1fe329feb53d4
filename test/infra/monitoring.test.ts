import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workers } from '../../lambdas/workers.ts';
import { ENVIRONMENTS, synthesizedEnvironments } from '../support/templates.ts';

const environments = await synthesizedEnvironments();
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

/** The section of the runbook under a heading. */
const sectionOf = (heading: string) => runbook.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));

describe.each(ENVIRONMENTS)('the alarms of %s', (name) => {
  const { stacks, ofType, exported } = environments[name];
  const alarms = stacks.Monitoring.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

  it('watch every dead-letter queue', () => {
    const deadLetterQueues = ofType('AWS::SQS::Queue').filter(({ Properties }) => !Properties.RedrivePolicy);

    const watched = alarms
      .filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(({ Dimensions: [{ Name, Value }] }) => [Name, exported(Value['Fn::ImportValue'])]);

    const failing = Object.values(workers).filter(({ trigger }) =>
      ['queue', 'event', 'clock', 'stream'].includes(trigger.by),
    );
    expect(deadLetterQueues).toHaveLength(failing.length);
    expect(watched).toHaveLength(deadLetterQueues.length);
    expect(watched).toEqual(
      expect.arrayContaining(
        deadLetterQueues.map(({ id }) => ['QueueName', { 'Fn::GetAtt': [id, 'QueueName'] }]),
      ),
    );
  });

  it('watch every log metric', () => {
    const counted = ofType('AWS::Logs::MetricFilter').map(
      ({ Properties: { MetricTransformations } }) => MetricTransformations[0],
    );

    const watched = alarms.filter(({ Namespace }) => Namespace !== 'AWS/SQS');

    expect(counted).not.toHaveLength(0);
    expect(watched.map(({ Namespace, MetricName }) => [Namespace, MetricName])).toEqual(
      counted.map(({ MetricNamespace, MetricName }) => [MetricNamespace, MetricName]),
    );
    for (const alarm of watched) expect(alarm).toMatchObject({ Statistic: 'Sum', Period: 3600 });
  });

  it('are raised by the first message, and not by missing data', () => {
    for (const alarm of alarms)
      expect(alarm).toMatchObject({
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
      });
  });

  it('say what they mean for people, and name a section of the runbook', () => {
    for (const { AlarmDescription } of alarms) {
      const [, impact, heading] =
        /^(\w.{20,}\.) What to do: docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];

      expect(impact, AlarmDescription).toBeDefined();
      for (const part of ['Description', 'Investigation', 'Resolution'])
        expect(sectionOf(heading!), AlarmDescription).toContain(`- **${part}.** `);
    }
  });

  it('notify the topic, if so configured', () => {
    const [topic] = stacks.Monitoring.ofType('AWS::SNS::Topic');

    for (const alarm of alarms) {
      expect(alarm.ActionsEnabled).toBe(name === 'Production');
      expect(alarm.AlarmActions).toEqual([{ Ref: topic!.id }]);
    }
  });

  it('may publish to the topic, whose key they may use', () => {
    const [topic, ...others] = stacks.Monitoring.ofType('AWS::SNS::Topic');
    const [key] = stacks.Monitoring.ofType('AWS::KMS::Key');
    const [policy] = stacks.Monitoring.ofType('AWS::SNS::TopicPolicy');

    const allowed = (document: { readonly Statement: readonly unknown[] }) =>
      expect(document.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
      );
    expect(others).toEqual([]);
    expect(topic!.Properties.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key!.id, 'Arn'] });
    allowed(key!.Properties.KeyPolicy);
    allowed(policy!.Properties.PolicyDocument);
    expect(policy!.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });
});
