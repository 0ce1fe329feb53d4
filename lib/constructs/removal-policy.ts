import { RemovalPolicy } from 'aws-cdk-lib';
import type { EnvironmentConfig } from '../config/environment-config.ts';

/**
 * Keeps protected data, except in the rollback of the deployment that created it: its fixed names would keep that
 * deployment from being repeated.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = ({ protectData }: Pick<EnvironmentConfig, 'protectData'>): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
