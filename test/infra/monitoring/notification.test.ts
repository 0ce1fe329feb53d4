import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { production } from '../../../lib/config/production.ts';
import { EnvironmentStage } from '../../../lib/environment-stage.ts';
import { upkeepAlarms } from '../../../lib/monitoring/upkeep-alarms.ts';
import { type Resource, synthesizedEnvironments } from '../../support/run/templates.ts';
import type { AlarmMetric } from './alarm-metric.ts';
import { allowedTo } from './allowed-to.ts';
import { sectionOf } from './runbook.ts';

const environments = await synthesizedEnvironments();

describe('the operator’s notification', () => {
  const { Monitoring } = environments.Production.stacks;

  it('covers the account’s budget, which may publish to the topic', () => {
    const [topic] = Monitoring.ofType('AWS::SNS::Topic');
    const [{ Properties }] = Monitoring.ofType('AWS::Budgets::Budget') as [Resource];
    const [policy] = Monitoring.ofType('AWS::SNS::TopicPolicy');
    const [key] = Monitoring.ofType('AWS::KMS::Key');

    expect(Properties.Budget).toMatchObject({
      BudgetLimit: { Amount: production.budget?.usdAMonth, Unit: 'USD' },
      TimeUnit: 'MONTHLY',
    });
    expect(Properties.Budget).not.toHaveProperty('CostFilters');
    const told = Properties.NotificationsWithSubscribers;
    expect(
      told.map(({ Notification }: { readonly Notification: Record<string, unknown> }) => [
        Notification.NotificationType,
        Notification.Threshold,
      ]),
    ).toEqual([
      ['ACTUAL', 80],
      ['FORECASTED', 100],
    ]);
    for (const { Subscribers } of told)
      expect(Subscribers).toEqual([{ SubscriptionType: 'SNS', Address: { Ref: topic!.id } }]);
    for (const document of [policy!.Properties.PolicyDocument, key!.Properties.KeyPolicy])
      expect(document.Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 'budgets.amazonaws.com' },
          Condition: expect.objectContaining({
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          }),
        }),
      );
    expect(sectionOf('spend')).toContain('- **Resolution.** ');
  });

  it('covers failures of backups and of their copies, which may be published to the topic', () => {
    const [topic] = Monitoring.ofType('AWS::SNS::Topic');
    const [policy] = Monitoring.ofType('AWS::SNS::TopicPolicy');
    const [key] = Monitoring.ofType('AWS::KMS::Key');
    const rules = Monitoring.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);

    const failed = { state: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'] };
    const vault = 'phone-call-agents-production';
    expect(rules.map(({ EventPattern }) => EventPattern)).toEqual([
      {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change'],
        detail: { ...failed, backupVaultName: [vault] },
      },
      {
        source: ['aws.backup'],
        'detail-type': ['Copy Job State Change'],
        detail: {
          ...failed,
          sourceBackupVaultArn: [{ 'Fn::Join': ['', expect.arrayContaining([`:backup-vault:${vault}`])] }],
        },
      },
    ]);
    for (const { Targets } of rules)
      expect(Targets).toEqual([
        expect.objectContaining({
          Arn: { Ref: topic!.id },
          Input: expect.stringContaining('docs/runbook.md#backups-failing'),
        }),
      ]);
    expect(allowedTo('events', key!.Properties.KeyPolicy)).toContain('kms:GenerateDataKey*');
    expect(allowedTo('events', policy!.Properties.PolicyDocument)).toContain('sns:Publish');
    expect(sectionOf('backups-failing')).toContain('- **Resolution.** ');
  });

  it('reaches the addresses of the configuration', () => {
    const { ofType } = monitoringOf({
      alarmAddresses: ['night@example.com', 'https://pager.example.com/key'],
    });

    expect(ofType('AWS::SNS::Subscription').map(({ Protocol, Endpoint }) => [Protocol, Endpoint])).toEqual([
      ['email', 'night@example.com'],
      ['https', 'https://pager.example.com/key'],
    ]);
  });

  it('covers each certificate of a custom domain once', () => {
    const [one, other] = ['one', 'other'].map((id) => `arn:aws:acm:us-east-1:123456789012:certificate/${id}`);
    const { ofType } = monitoringOf({
      domains: {
        api: { name: 'api.example.com', certificateArn: one! },
        callbacks: { name: 'calls.example.com', certificateArn: other! },
        relay: { name: 'relay.example.com', certificateArn: one! },
      },
    });

    const [alarm] = ofType('AWS::CloudWatch::Alarm').filter(({ AlarmDescription }) =>
      AlarmDescription.endsWith('#certificates-expiring'),
    );
    const watched = alarm!.Metrics.flatMap(
      ({ MetricStat }: { readonly MetricStat?: { readonly Metric: AlarmMetric } }) =>
        MetricStat ? [[MetricStat.Metric.Namespace, MetricStat.Metric.Dimensions?.[0]?.Value]] : [],
    );
    expect(watched).toEqual([
      ['AWS/CertificateManager', one],
      ['AWS/CertificateManager', other],
    ]);
    expect(alarm).toMatchObject({ Threshold: 30, ComparisonOperator: 'LessThanThreshold' });
  });

  it.each([
    ['us-east-1', ['certificates-expiring']],
    // An alarm sees no metrics of another region.
    ['eu-west-1', []],
  ])('looks at the certificate of the console’s domain if the alarm is in its region: %s', (region, expected) => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/pages';
    const domains = { console: { name: 'console.example.com', certificateArn } };

    const upkeep = upkeepAlarms({
      ...production,
      region,
      domains,
      alarmThresholds: { 'certificates-expiring': 30 },
    });

    expect(upkeep.map(({ section }) => section)).toEqual(expected);
  });

  it('is sent by the topic whose ARN is in the output', () => {
    const { outputs, topics } = monitoringOf({});

    expect(topics).toHaveLength(1);
    expect(outputs.AlarmTopic?.Value).toEqual({ Ref: topics[0] });
  });

  it('does not exist without metrics: functions then emit none', () => {
    const { ofType, environmentsOfFunctions } = monitoringOf({
      metrics: false,
      dashboard: false,
      alarmThresholds: {},
    });

    expect(environmentsOfFunctions.length).toBeGreaterThan(50);
    for (const variables of environmentsOfFunctions) expect(variables).not.toHaveProperty('ENVIRONMENT');
    const watched = ofType('AWS::CloudWatch::Alarm').map(({ MetricName }) => MetricName);
    expect(new Set(watched)).toEqual(new Set(['ApproximateNumberOfMessagesVisible']));
  });
});

/** The monitoring of production with another configuration. */
function monitoringOf(changes: Partial<EnvironmentConfig>) {
  const app = new App();
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const stage = new EnvironmentStage(app, 'Production', {
    config: { ...production, ...changes },
    bundles: () => folder,
  });
  const templateOf = (name: string) => {
    const stack = stage.node.findChild(name);
    if (!Stack.isStack(stack)) throw new Error(`${name} is no stack.`);
    return Template.fromStack(stack);
  };
  const resourcesOf = (name: string) =>
    Object.values(templateOf(name).toJSON().Resources as Record<string, RawResource>);
  const ofType = (type: string) =>
    resourcesOf('Monitoring').flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));
  const environmentsOfFunctions = ['Api', 'Calls', 'Events'].flatMap((name) =>
    resourcesOf(name).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? [Properties.Environment.Variables] : [],
    ),
  );
  rmSync(folder, { recursive: true, force: true });
  const { Outputs: outputs, Resources } = templateOf('Monitoring').toJSON() as RawTemplate;
  const topics = Object.keys(Resources).filter((id) => Resources[id]?.Type === 'AWS::SNS::Topic');
  return { ofType, environmentsOfFunctions, outputs, topics };
}

interface RawTemplate {
  readonly Resources: Readonly<Record<string, RawResource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

interface RawResource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: as in templates, each test reads what it needs
  readonly Properties: any;
}
