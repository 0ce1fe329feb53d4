import { RemovalPolicy } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../../config/environment-config.ts';

export function apiLogGroup(scope: Construct, { logRetentionDays }: EnvironmentConfig): logs.LogGroup {
  return new logs.LogGroup(scope, 'AccessLog', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
