import { Stack } from 'aws-cdk-lib';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnSubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../constructs/service-function.ts';

/**
 * Log lines that contain a step: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const STEPS = '{ $.spans[0].name = * }';

/** Sends a function the log lines of other functions that contain steps. */
export class TraceExport extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      exporter,
      functions,
    }: { readonly exporter: ServiceFunction; readonly functions: readonly ServiceFunction[] },
  ) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const { functionArn: destinationArn } = exporter.function;
    const permission = new CfnPermission(this, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: destinationArn,
      principal: 'logs.amazonaws.com',
      sourceAccount: account,
      sourceArn: `arn:${partition}:logs:${region}:${account}:log-group:*:*`,
    });
    for (const { entry, logGroup } of functions) {
      const filter = new CfnSubscriptionFilter(this, entry, {
        logGroupName: logGroup.logGroupName,
        filterPattern: STEPS,
        destinationArn,
      });
      // CloudWatch Logs tests whether it may invoke the function.
      filter.addResourceDependency(permission);
    }
  }
}
