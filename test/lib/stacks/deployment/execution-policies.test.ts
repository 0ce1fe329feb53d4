import { isAllowed } from 'cdk-local/iam/is-allowed.ts';
import { readPolicy } from 'cdk-local/iam/read-policy.ts';
import { describe, expect, it } from 'vitest';
import type { EnvironmentConfig } from '../../../../lib/config/environment-config.ts';
import production from '../../../support/environments/production.ts';
import staging from '../../../support/environments/staging.ts';
import { inLongRegion, newStage } from '../../../support/run/stage-templates.ts';

const ACCOUNT = '123456789012';

/** IAM's limit of a managed policy: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MOST_CHARACTERS = 6144;

/** The policies of the stack beside an environment that a pipeline deploys. */
function deployed(id: string, given: EnvironmentConfig) {
  const config = { ...given, account: ACCOUNT, pipeline: { repository: 'owner/name' } };
  const { app } = newStage(config);
  const { template } = app.synth().getStackByName(`${id}-DeployRole`);
  const boundaryArn = `arn:aws:iam::${ACCOUNT}:policy/phone-call-agents-${config.name}-us-east-1-boundary`;
  const policies = Object.values<{ Type: string; Properties: Record<string, unknown> }>(template.Resources)
    .filter(({ Type }) => Type === 'AWS::IAM::ManagedPolicy')
    .map(({ Properties }) => ({
      isBoundary: Properties.ManagedPolicyName !== undefined,
      text: JSON.stringify(Properties.PolicyDocument).replaceAll(
        /\{"Ref":"[^"]*Boundary[^"]*"\}/g,
        `"${boundaryArn}"`,
      ),
    }));
  const statementsOf = (isBoundary: boolean) =>
    policies
      .filter((policy) => policy.isBoundary === isBoundary)
      .flatMap(({ text }) => readPolicy(JSON.parse(text), 'policy'));
  return { policies, boundaryArn, execution: statementsOf(false), boundary: statementsOf(true) };
}

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${resource}`;

describe.each([
  ['Staging', staging],
  ['Production', production],
] as const)('the policies with which CloudFormation deploys %s', (id, config) => {
  const { policies, boundaryArn, execution, boundary } = deployed(id, config);
  const context = {
    'iam:PermissionsBoundary': boundaryArn,
    'iam:PassedToService': 'lambda.amazonaws.com',
    'iam:AWSServiceName': 'backup.amazonaws.com',
  };
  const may = (action: string, resource: string, given: Record<string, string> = context) =>
    isAllowed(execution, { action, resource, context: given });
  const role = `arn:aws:iam::${ACCOUNT}:role/${id}-Calls-Role-1A2B`;

  it('make roles of the environment only with the boundary, which they never remove', () => {
    for (const action of ['CreateRole', 'PutRolePolicy', 'AttachRolePolicy', 'PutRolePermissionsBoundary']) {
      expect(may(`iam:${action}`, role)).toBe(true);
      expect(may(`iam:${action}`, role, {})).toBe(false);
      expect(may(`iam:${action}`, `arn:aws:iam::${ACCOUNT}:role/Other-Role`)).toBe(false);
    }
    expect(may('iam:DeleteRolePermissionsBoundary', role)).toBe(false);
  });

  it('change neither users, nor policies, nor the pipeline’s own roles', () => {
    for (const action of ['CreateUser', 'CreateAccessKey', 'CreatePolicy'])
      expect(may(`iam:${action}`, '*')).toBe(false);
    for (const action of ['CreatePolicyVersion', 'SetDefaultPolicyVersion', 'DeletePolicy'])
      expect(may(`iam:${action}`, boundaryArn)).toBe(false);
    for (const own of [`${id}-DeployRole-Deploy-1A2B`, `cdk-hnb659fds-cfn-exec-role-${ACCOUNT}-us-east-1`])
      for (const action of ['UpdateAssumeRolePolicy', 'PutRolePolicy', 'DeleteRole'])
        expect(may(`iam:${action}`, `arn:aws:iam::${ACCOUNT}:role/${own}`)).toBe(false);
  });

  it('pass roles to the services of the environment only, and assume none', () => {
    for (const service of ['lambda', 'apigateway', 'codedeploy', 'backup'])
      expect(may('iam:PassRole', role, { 'iam:PassedToService': `${service}.amazonaws.com` })).toBe(true);
    expect(may('iam:PassRole', role, { 'iam:PassedToService': 'ec2.amazonaws.com' })).toBe(false);
    expect(may('sts:AssumeRole', role)).toBe(false);
  });

  it('read no records, recordings or messages', () => {
    const table = arn('dynamodb', `table/phone-call-agents-${config.name}`);
    const bucket = `arn:aws:s3:::${id.toLowerCase()}-data-recordings1a2b`;

    for (const action of ['GetItem', 'Query', 'Scan', 'ExportTableToPointInTime'])
      expect(may(`dynamodb:${action}`, table)).toBe(false);
    expect(may('s3:GetObject', `${bucket}/recording`)).toBe(false);
    expect(may('sqs:ReceiveMessage', arn('sqs', `${id}-Calls-Queue`))).toBe(false);
  });

  it('let the web ACLs log, and make only the environment’s own dashboard', () => {
    const log = arn('logs', `log-group:aws-waf-logs-phone-call-agents-${config.name}-api`);
    const dashboard = (region: string) =>
      `arn:aws:cloudwatch::${ACCOUNT}:dashboard/phone-call-agents-${config.name}-${region}`;

    expect(may('logs:CreateLogGroup', log)).toBe(true);
    expect(may('logs:CreateLogDelivery', '*')).toBe(true);
    expect(may('wafv2:PutLoggingConfiguration', arn('wafv2', 'regional/webacl/WebAcl/1'))).toBe(true);
    expect(may('cloudwatch:PutDashboard', dashboard('us-east-1'))).toBe(true);
    expect(may('cloudwatch:PutDashboard', dashboard('us-west-2'))).toBe(false);
  });

  it('fit into managed policies, also in a region with a longer name', () => {
    const { policies: elsewhere } = deployed(id, inLongRegion(config));

    expect(policies).toHaveLength(5);
    for (const { text } of [...policies, ...elsewhere])
      expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  it.each([
    'iam:CreateRole',
    'iam:PutRolePolicy',
    'sts:AssumeRole',
    'lambda:UpdateFunctionCode',
    'cloudformation:UpdateStack',
    'organizations:LeaveOrganization',
  ])('let no role of the environment %s', (action) => {
    expect(isAllowed(boundary, { action, resource: '*' })).toBe(false);
  });
});
