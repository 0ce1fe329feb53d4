import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** The topic of alarms; the operator subscribes to it. */
export class AlarmTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { displayName }: { readonly displayName: string }) {
    const cloudWatch = new iam.ServicePrincipal('cloudwatch.amazonaws.com');
    // CloudWatch may not use the default key of SNS.
    const masterKey = new kms.Key(scope, `${id}Key`, {
      description: `Encrypts what is told of alarms: ${displayName}`,
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
  }
}
