import { describe, expect, it } from 'vitest';
import { production } from '../../../lib/config/production.ts';
import { staging } from '../../../lib/config/staging.ts';
import { ENVIRONMENTS, synthesizedEnvironments, USUAL_WORKERS } from '../../support/run/templates.ts';
import type { AlarmMetric } from './alarm-metric.ts';
import { allowedTo } from './allowed-to.ts';
import { sectionOf } from './runbook.ts';

const environments = await synthesizedEnvironments();

/** The alarms on what the operator must renew; certificates exist only with domains. */
const UPKEEP = ['secrets-old', 'certificates-expiring'];

describe.each(ENVIRONMENTS)('the alarms of %s', (name) => {
  const { stacks, ofType, outputOf } = environments[name];
  const metricAlarms = stacks.Monitoring.ofType('AWS::CloudWatch::Alarm');
  const alarms = metricAlarms.map(({ Properties }) => Properties);
  const composites = stacks.Monitoring.ofType('AWS::CloudWatch::CompositeAlarm');
  const sectionOfAlarm = ({ AlarmDescription }: (typeof alarms)[number]): string =>
    AlarmDescription.split('#')[1];
  const isOfUpkeep = (alarm: (typeof alarms)[number]) => UPKEEP.includes(sectionOfAlarm(alarm));
  const isOfPeople = ({ AlarmActions }: (typeof alarms)[number]) => AlarmActions === undefined;

  it('watch every dead-letter queue', () => {
    const deadLetterQueues = ofType('AWS::SQS::Queue').filter(({ Properties }) => !Properties.RedrivePolicy);

    const watched = alarms
      .filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(({ Dimensions: [{ Name, Value }] }) => [Name, outputOf(Value['Fn::GetStackOutput'])]);

    const failing = Object.values(USUAL_WORKERS).filter(({ trigger }) =>
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

  it.each([
    'DeliveriesGivenUp',
    'WebhooksSwitchedOff',
    'QuotaSharesPassed',
  ])('watch %s, counted by the hour', (MetricName) => {
    expect(alarms).toContainEqual(
      expect.objectContaining({
        Namespace: 'phone-call-agents',
        MetricName,
        Dimensions: [{ Name: 'Environment', Value: name.toLowerCase() }],
        Statistic: 'Sum',
        Period: 3600,
      }),
    );
  });

  it('of failed work are raised by the first message, and not by missing data', () => {
    for (const alarm of alarms.filter((each) => !isOfPeople(each) && !isOfUpkeep(each)))
      expect(alarm).toMatchObject({
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
      });
  });

  it('say what they mean for people, and name a section of the runbook', () => {
    for (const { AlarmDescription } of [...alarms, ...composites.map(({ Properties }) => Properties)]) {
      const [, impact, heading] =
        /^Severity [12]\. (\w.{20,}\.) What to do: docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];

      expect(impact, AlarmDescription).toBeDefined();
      for (const part of ['Description', 'Investigation', 'Resolution'])
        expect(sectionOf(heading!), AlarmDescription).toContain(`- **${part}.** `);
    }
  });

  it('notify the topic, if so configured', () => {
    const [topic] = stacks.Monitoring.ofType('AWS::SNS::Topic');

    const ringing = [
      ...alarms.filter((alarm) => !isOfPeople(alarm)),
      ...composites.map(({ Properties }) => Properties),
    ];
    for (const alarm of ringing) {
      expect(alarm.ActionsEnabled).toBe(name === 'Production');
      expect(alarm.AlarmActions).toEqual([{ Ref: topic!.id }]);
    }
  });

  it('on people’s experience are those for which the configuration has a threshold', () => {
    const { alarmThresholds } = { Staging: staging, Production: production }[name];

    const sections = new Set(
      alarms.filter((each) => isOfPeople(each) || isOfUpkeep(each)).map(sectionOfAlarm),
    );

    expect([...sections, ...(name === 'Production' ? ['certificates-expiring'] : [])].sort()).toEqual(
      Object.keys(alarmThresholds).sort(),
    );
    expect(sections.size).toBe({ Staging: 0, Production: 19 }[name]);
  });

  it('on turns compare the burn rates of their budgets, in two windows that must both exceed them', () => {
    const ofTurns = alarms.filter((each) => sectionOfAlarm(each).startsWith('turns-'));
    const burning = ofTurns.map(({ AlarmDescription, EvaluationPeriods, Metrics, Threshold }) => {
      const good = Metrics.find(({ Id }: { readonly Id: string }) => Id === 'good').MetricStat;
      expect(EvaluationPeriods, AlarmDescription).toBe(1);
      expect(Metrics[0].Expression).toBe('IF(cases >= 10, 100 - good, 0)');
      return [good.Stat, good.Period / 60, Threshold];
    });

    expect(burning).toEqual(
      name === 'Staging'
        ? []
        : [
            ['PR(:1500)', 60, 75],
            ['PR(:1500)', 5, 75],
            ['PR(:4000)', 60, 14.4],
            ['PR(:4000)', 5, 14.4],
            ['PR(:4000)', 360, 6],
            ['PR(:4000)', 30, 6],
          ],
    );
    const [callers] = composites.map(({ Properties }) => JSON.stringify(Properties.AlarmRule));
    expect(callers?.match(/ AND /g)?.length).toBe({ Staging: undefined, Production: 3 }[name]);
  });

  it('on slow requests need ten of them: a percentile would ignore fewer than a thousand', () => {
    const [slow] = alarms.filter((each) => sectionOfAlarm(each) === 'api-slow');
    const parts = slow?.Metrics.map(
      ({ Expression, MetricStat }: { Expression?: string; MetricStat?: { Stat: string } }) =>
        Expression ?? MetricStat?.Stat,
    );

    expect(slow && [...parts, slow.Threshold]).toEqual(
      name === 'Staging' ? undefined : ['IF(cases >= 10, 100 - good, 0)', 'PR(:5000)', 'SampleCount', 1],
    );
    for (const alarm of alarms) expect(alarm).not.toHaveProperty('EvaluateLowSampleCountPercentile');
  });

  it('on throttles count those of the table and of its indexes, and end without one', () => {
    const [throttled] = alarms.filter((each) => sectionOfAlarm(each) === 'table-throttled');
    if (name === 'Staging') return expect(throttled).toBeUndefined();
    const parts: { Id: string; Expression?: string; MetricStat?: { Metric: AlarmMetric; Stat: string } }[] =
      throttled!.Metrics;
    const metrics = parts.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, ...MetricStat }] : []));
    const indexes = environments[name]
      .ofType('AWS::DynamoDB::Table')
      .flatMap(({ Properties }) => Properties.GlobalSecondaryIndexes)
      .map(({ IndexName }: { readonly IndexName: string }) => IndexName);

    const watched = metrics.map(({ Metric: { MetricName, Dimensions = [] }, Stat }) => {
      const index = Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName')?.Value;
      return [MetricName, index, Stat];
    });
    expect(watched).toEqual(
      expect.arrayContaining(
        [undefined, ...indexes].flatMap((index) => [
          ['ReadThrottleEvents', index, 'Sum'],
          ['WriteThrottleEvents', index, 'Sum'],
        ]),
      ),
    );
    expect(watched).toHaveLength(2 * (1 + indexes.length) + 1);
    // DynamoDB sends no value without a throttle, and alarms on its metrics ignore what is missing.
    const expression = parts.find(({ Expression }) => Expression)?.Expression;
    for (const { Id, Metric } of metrics)
      expect(expression).toContain(
        Metric.MetricName.endsWith('ThrottleEvents') ? `FILL(${Id}, 0)` : `[0 * ${Id}, `,
      );
    expect([throttled!.Threshold, throttled!.EvaluationPeriods]).toEqual([10, 3]);
  });

  it('on people’s experience notify once for one cause', () => {
    const ruled = composites.flatMap(({ Properties }) =>
      metricAlarms
        .filter(({ id }) => JSON.stringify(Properties.AlarmRule).includes(`"${id}"`))
        .map(({ id }) => id),
    );
    const ofPeople = metricAlarms.filter(({ Properties }) => isOfPeople(Properties)).map(({ id }) => id);

    expect(ruled.sort()).toEqual(ofPeople.sort());
    expect(composites).toHaveLength({ Staging: 0, Production: 2 }[name]);
    const suppressed = composites.filter(({ Properties }) => Properties.ActionsSuppressor);
    for (const { Properties } of suppressed) {
      const suppressor = composites.find(({ id }) => id === Properties.ActionsSuppressor['Fn::GetAtt'][0]);
      expect(suppressor?.Properties.AlarmDescription).toMatch(/^Severity 1\./);
      expect(Properties.AlarmDescription).toMatch(/^Severity 2\./);
    }
    expect(suppressed).toHaveLength({ Staging: 0, Production: 1 }[name]);
  });

  it('on shares need ten cases, and all wait for a quarter of an hour except for lost messages', () => {
    for (const alarm of alarms.filter(isOfPeople)) {
      const expressions = (alarm.Metrics ?? []).map(
        ({ Expression }: { Expression?: string }) => Expression ?? '',
      );
      if (alarm.Threshold > 0 && alarm.Threshold < 1)
        expect(expressions).toContainEqual(expect.stringMatching(/^IF\(cases >= 10, .+, 0\)$/));
      if (!sectionOfAlarm(alarm).startsWith('turns-'))
        expect(alarm.EvaluationPeriods, alarm.AlarmDescription).toBe(alarm.Threshold === 0 ? 1 : 3);
      expect(alarm.TreatMissingData).toBe('notBreaching');
    }
  });

  it('may publish to the topic, whose key they may use', () => {
    const [topic, ...others] = stacks.Monitoring.ofType('AWS::SNS::Topic');
    const [key] = stacks.Monitoring.ofType('AWS::KMS::Key');
    const [policy] = stacks.Monitoring.ofType('AWS::SNS::TopicPolicy');

    expect(others).toEqual([]);
    expect(topic!.Properties.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key!.id, 'Arn'] });
    expect(allowedTo('cloudwatch', key!.Properties.KeyPolicy)).toContain('kms:GenerateDataKey*');
    expect(allowedTo('cloudwatch', policy!.Properties.PolicyDocument)).toContain('sns:Publish');
    expect(policy!.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });
});
