import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnFunction, CfnOriginAccessControl, CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnManagedPolicy, CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { newStage, PAGES } from '../../support/run/stage-templates.ts';

/** The fixed name of a resource that an account has once for all regions. */
function nameOf(each: IConstruct): unknown {
  const resolve = (value: unknown) => Stack.of(each).resolve(value);
  if (each instanceof CfnFunction) return resolve(each.name);
  if (each instanceof CfnOriginAccessControl) return resolve(each.originAccessControlConfig).name;
  if (each instanceof CfnResponseHeadersPolicy) return resolve(each.responseHeadersPolicyConfig).name;
  if (each instanceof CfnDashboard) return resolve(each.dashboardName);
  if (each instanceof CfnManagedPolicy) return resolve(each.managedPolicyName);
  if (each instanceof CfnRole) return resolve(each.roleName);
  return each instanceof CfnBudget ? resolve(each.budget).budgetName : undefined;
}

it('two environments of an account, and two regions of one, share no name of the account', () => {
  const config = {
    ...production,
    region: 'us-west-2',
    console: PAGES,
    pipeline: { repository: 'owner/name' },
  };
  const { app } = newStage(config);
  const stacks = app.node.findAll().filter(Stack.isStack);

  const names = stacks.flatMap((stack) => stack.node.findAll()).flatMap((each) => nameOf(each) ?? []);

  // A boundary, a dashboard, and five parts of CloudFront.
  expect(names).toHaveLength(7);
  for (const name of names) {
    expect(name).toMatch(/production/i);
    expect(name).toContain('us-west-2');
  }
});
