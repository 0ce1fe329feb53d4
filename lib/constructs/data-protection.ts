import { RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';

/**
 * Retains protected data, except if the deployment that created it is rolled back: its fixed names would make a second
 * attempt fail.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = ({ protectData }: Pick<EnvironmentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * Whether to leave deletion protection of the stack and its table to the next deployment: `-c protect=later`. If a
 * first deployment fails, CloudFormation can then delete both, and you can repeat it
 * (docs/operations.md#when-a-deployment-fails).
 */
export function isProtectedLater(scope: Construct): boolean {
  const protect: unknown = scope.node.tryGetContext('protect');
  if (protect === undefined || protect === 'later') return protect === 'later';
  throw new ConfigurationError('The context value protect must be later, or absent.');
}
