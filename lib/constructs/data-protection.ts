import { RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';

/** Retains protected data, except if the deployment that created it is rolled back: its fixed names would collide. */
export const removalPolicyOf = ({ protectData }: Pick<EnvironmentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Whether `-c protect=later` leaves deletion protection to the next deployment (docs/operations.md). */
export function isProtectedLater(scope: Construct): boolean {
  const protect: unknown = scope.node.tryGetContext('protect');
  if (protect === undefined || protect === 'later') return protect === 'later';
  throw new ConfigurationError('The context value protect must be later, or absent.');
}
