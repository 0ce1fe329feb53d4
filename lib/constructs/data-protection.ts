import { RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';

/**
 * Keeps protected data, except in the rollback of the deployment that created it: its fixed names would keep that
 * deployment from being repeated.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = ({ protectData }: Pick<EnvironmentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * Whether the next deployment protects the stack and its table from deletion, and this one does not: `-c protect=later`.
 * A first deployment that fails can then be repeated, because CloudFormation can delete both
 * (docs/operations.md#when-a-deployment-fails).
 */
export function isProtectedLater(scope: Construct): boolean {
  const given: unknown = scope.node.tryGetContext('protect');
  if (given === undefined || given === 'later') return given === 'later';
  throw new ConfigurationError('The context value protect must be later, or absent.');
}
