import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { backupVaultName } from '../constructs/backups.ts';

/** The job states that mean a missing or incomplete backup or copy. */
const FAILED = ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'];

/** Percent of the budget at which the operator is notified: of actual costs, and of AWS's forecast for the month. */
const BUDGET_NOTIFICATIONS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** The topic of alarms, failed backups and the budget; the operator subscribes to it. */
export class AlarmTopic extends sns.Topic {
  readonly #key: kms.Key;
  readonly #stack: Stack;

  constructor(scope: Construct, id: string, { name, alarmAddresses = [] }: EnvironmentConfig) {
    const displayName = `Phone-call agents, ${name}`;
    // CloudWatch may not use the default key of SNS.
    const masterKey = new kms.Key(scope, `${id}Key`, {
      description: `Encrypts notifications of alarms: ${displayName}`,
      enableKeyRotation: true,
      // It encrypts messages in transit only.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, { displayName, masterKey, enforceSSL: true });
    this.#key = masterKey;
    this.#stack = Stack.of(this);
    this.#allowKey('cloudwatch');
    this.#allowPublishing('cloudwatch', {
      ArnLike: { 'aws:SourceArn': this.#arn('cloudwatch', 'alarm', '*') },
    });
    for (const address of alarmAddresses)
      this.addSubscription(
        address.startsWith('https:') ? new UrlSubscription(address) : new EmailSubscription(address),
      );
  }

  /**
   * Notifies of a monthly budget for the account, not only the environment: a tag filter matches no costs until the tag
   * is activated for cost allocation, so it might never notify. The permissions:
   * https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
   */
  notifyOfCosts({ usdAMonth }: NonNullable<EnvironmentConfig['budget']>): void {
    const { account, partition } = this.#stack;
    const conditions = {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
    };
    this.#allowKey('budgets', conditions);
    this.#allowPublishing('budgets', conditions);
    const budget = new CfnBudget(new Construct(this.#stack, 'Budget'), 'Monthly', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usdAMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: BUDGET_NOTIFICATIONS.map((notification) => ({
        notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'SNS', address: this.topicArn }],
      })),
    });
    // Depends on the policy, too: AWS refuses a topic to which the budget may not publish.
    budget.node.addDependency(this);
  }

  /**
   * Notifies of failed daily backups and copies: AWS Backup sends an event for each job,
   * https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html. The targets add the permission to publish.
   * EventBridge supports no conditions on the key:
   * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#sns-what-permissions-for-sse
   */
  notifyOfFailedBackups(environment: string, message: string): void {
    const scope = new Construct(this.#stack, 'Backups');
    const vault = backupVaultName(environment);
    this.#allowKey('events');
    const targets = [new SnsTopic(this, { message: RuleTargetInput.fromText(message) })];
    const rule = (job: 'Backup' | 'Copy', description: string, of: Readonly<Record<string, string[]>>) =>
      new Rule(scope, job, {
        description,
        eventPattern: {
          source: ['aws.backup'],
          detailType: [`${job} Job State Change`],
          detail: { state: FAILED, ...of },
        },
        targets,
      });
    rule('Backup', 'A daily backup failed', { backupVaultName: [vault] });
    rule('Copy', 'A copy of a daily backup failed', {
      sourceBackupVaultArn: [this.#arn('backup', 'backup-vault', vault)],
    });
  }

  #arn(service: string, resource: string, resourceName: string): string {
    return this.#stack.formatArn({
      service,
      resource,
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  #allowPublishing(service: string, conditions: iam.Conditions): void {
    this.addToResourcePolicy(allow(service, ['sns:Publish'], this.topicArn, conditions));
  }

  #allowKey(service: string, conditions: iam.Conditions = {}): void {
    const actions = ['kms:Decrypt', 'kms:GenerateDataKey*'];
    this.#key.addToResourcePolicy(allow(service, actions, '*', conditions));
  }
}

const allow = (service: string, actions: string[], resource: string, conditions: iam.Conditions) =>
  new iam.PolicyStatement({
    principals: [new iam.ServicePrincipal(`${service}.amazonaws.com`)],
    actions,
    resources: [resource],
    conditions,
  });
