import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface AlarmTopicProps {
  readonly displayName: string;
  /** E-mail addresses and https URLs that receive notifications. */
  readonly addresses: readonly string[];
}

/** The topic of alarms; the operator subscribes to it. */
export class AlarmTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { displayName, addresses }: AlarmTopicProps) {
    const cloudWatch = new iam.ServicePrincipal('cloudwatch.amazonaws.com');
    // CloudWatch may not use the default key of SNS.
    const masterKey = new kms.Key(scope, `${id}Key`, {
      description: `Encrypts notifications of alarms: ${displayName}`,
      enableKeyRotation: true,
    });
    masterKey.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
    super(scope, id, { displayName, masterKey, enforceSSL: true });
    const alarms = Stack.of(scope).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { ArnLike: { 'aws:SourceArn': alarms } },
      }),
    );
    for (const address of addresses)
      this.addSubscription(
        address.startsWith('https:') ? new UrlSubscription(address) : new EmailSubscription(address),
      );
  }

  /**
   * Permits the account's budgets to publish, with the key:
   * https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
   */
  allowBudgets(): void {
    const { account, partition } = Stack.of(this);
    const principals = [new iam.ServicePrincipal('budgets.amazonaws.com')];
    const conditions = {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
    };
    this.#allowKey(principals, conditions);
    this.addToResourcePolicy(
      new iam.PolicyStatement({
        principals,
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions,
      }),
    );
  }

  /**
   * Permits rules of EventBridge to use the key; their targets permit them to publish. EventBridge supports no conditions:
   * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#sns-what-permissions-for-sse
   */
  allowRules(): void {
    this.#allowKey([new iam.ServicePrincipal('events.amazonaws.com')]);
  }

  #allowKey(principals: iam.IPrincipal[], conditions: iam.Conditions = {}): void {
    this.masterKey?.addToResourcePolicy(
      new iam.PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions,
      }),
    );
  }
}
