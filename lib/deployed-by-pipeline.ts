import type { App } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { EnvironmentConfig } from './config/environment-config.ts';
import { boundaryName } from './deployment/boundary.ts';
import type { EnvironmentStage } from './environment-stage.ts';
import { DeployRoleStack } from './stacks/deploy-role-stack.ts';

/**
 * Lets workflows deploy an environment, if it has a pipeline: adds the stack of their roles beside it, which an
 * administrator deploys first, and gives all of its own roles the boundary of that stack.
 */
export function deployedByPipeline(app: App, stage: EnvironmentStage, config: EnvironmentConfig): void {
  const { pipeline, region, account, name } = config;
  if (!pipeline) return;
  const id = stage.node.id;
  const stack = new DeployRoleStack(app, `${id}-DeployRole`, {
    stage: id,
    config,
    pipeline,
    env: { region, ...(account !== undefined && { account }) },
  });
  const limit = ManagedPolicy.fromManagedPolicyName(stack, 'Limit', boundaryName(name));
  PermissionsBoundary.of(stage).apply(limit);
}
