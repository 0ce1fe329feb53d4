import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { EventBus } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lambdas/events/model/events.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { Backups } from '../constructs/backups.ts';
import { isProtectedLater, removalPolicyOf } from '../constructs/data-protection.ts';
import { Recordings } from '../constructs/recordings.ts';
import { Secrets } from '../constructs/secrets.ts';
import { Store } from '../constructs/store.ts';

export interface DataStackProps extends StackProps {
  readonly config: EnvironmentConfig;
}

/** The resources that outlive every other stack. */
export class DataStack extends Stack {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly bus: EventBus;
  readonly secrets: Secrets;

  constructor(scope: Construct, id: string, { config, ...props }: DataStackProps) {
    const isProtected = config.protectData && !isProtectedLater(scope);
    super(scope, id, { ...props, terminationProtection: isProtected });
    new ApiLogging(this, 'ApiLogging');
    this.store = new Store(this, 'Store', { config, isProtected });
    this.recordings = new Recordings(this, 'Recordings', { config, key: this.store.key });
    new CfnOutput(this, 'RecordingsUrl', {
      value: this.recordings.url,
      description: 'The URL of the recordings',
    });
    const { backup: settings } = config;
    if (settings) {
      const resources = [this.store.table.tableArn, this.recordings.bucketArn];
      new Backups(this, 'Backups', { config, settings, resources });
    }
    this.bus = this.#eventBus(config);
    this.secrets = new Secrets(this, 'Secrets', { config });
  }

  #eventBus(config: EnvironmentConfig): EventBus {
    const bus = new EventBus(this, 'Bus', { description: `Facts of the ${config.name} environment` });
    const archive = bus.archive('Archive', {
      description: 'Published events, for replay',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(config.eventArchiveDays),
    });
    for (const resource of [bus, archive]) resource.applyRemovalPolicy(removalPolicyOf(config));
    return bus;
  }
}

/** Permits API Gateway to write logs, for the whole account and region. The role stays after a rollback. */
export class ApiLogging extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    for (const resource of [role, account]) resource.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'API Gateway asks for exactly this policy for its account-wide setting; logs of all APIs of the account use it.',
    });
  }
}
