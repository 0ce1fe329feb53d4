import * as z from 'zod';
import type { Resources } from './resource.ts';

const deploymentSchema = z.object({ ServiceToken: z.string() });

/**
 * The resources without the functions and layers that CDK adds to deploy files to buckets. They hold the AWS CLI for
 * Python; the local runtime deploys the files itself.
 */
export function withoutDeployers(resources: Resources): Resources {
  const deployers = new Set(
    resources
      .filter(({ type }) => type === 'Custom::CDKBucketDeployment')
      .map(({ properties }) => deploymentSchema.parse(properties).ServiceToken),
  );
  return resources.filter(
    ({ type, attributes }) =>
      type !== 'AWS::Lambda::LayerVersion' &&
      !(type === 'AWS::Lambda::Function' && deployers.has(attributes.Arn ?? '')),
  );
}
