import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { isAllowed } from 'cdk-local/iam/is-allowed.ts';
import { readPolicy } from 'cdk-local/iam/read-policy.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { production } from '../../../lib/config/production.ts';
import { staging } from '../../../lib/config/staging.ts';
import { EnvironmentStage } from '../../../lib/environment-stage.ts';
import { deployedByPipeline } from '../../../lib/stacks/deploy-role-stack.ts';
import { projectContext } from '../../../local/synthesize.ts';

const ACCOUNT = '123456789012';
const CERTIFICATE = `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/1`;

/** IAM's limit of a managed policy: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MOST_CHARACTERS = 6144;

const directory = mkdtempSync(join(tmpdir(), 'deployed-'));
writeFileSync(join(directory, 'index.js'), 'exports.handler = () => {};');
mkdirSync(join(directory, 'dist'));
writeFileSync(join(directory, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
afterAll(() => rmSync(directory, { recursive: true }));

const domain = (name: string) => ({ name: `${name}.example.com`, certificateArn: CERTIFICATE });

/** Everything that a line of the configuration switches on. */
const everything = (config: EnvironmentConfig): EnvironmentConfig => ({
  ...config,
  account: ACCOUNT,
  pipeline: { repository: 'owner/name' },
  console: { directory: join(directory, 'dist') },
  alarms: true,
  alarmAddresses: ['night@example.com'],
  domains: {
    api: domain('api'),
    callbacks: domain('calls'),
    relay: domain('relay'),
    console: domain('console'),
    hostedZone: { id: 'Z123', name: 'example.com' },
  },
});

interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: as in templates, each test reads what it needs
  readonly Properties: any;
}

/** The resources of an environment that a pipeline deploys, and the policies of the stack beside it. */
function deployed(id: string, config: EnvironmentConfig) {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  deployedByPipeline(app, new EnvironmentStage(app, id, { config, bundles: () => directory }), config);
  const assembly = app.synth();
  const resources: Resource[] = assembly
    .getNestedAssembly(`assembly-${id}`)
    .stacks.flatMap(({ stackName, template }) =>
      Object.entries<Omit<Resource, 'stack' | 'id'>>(template.Resources).map(([logicalId, resource]) => ({
        stack: stackName,
        id: logicalId,
        ...resource,
      })),
    )
    .filter(({ Type }) => Type !== 'AWS::CDK::Metadata');
  const { template } = assembly.getStackByName(`${id}-DeployRole`);
  const boundaryArn = `arn:aws:iam::${ACCOUNT}:policy/phone-call-agents-${config.name}-boundary`;
  const policies = Object.entries<Omit<Resource, 'id'>>(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::ManagedPolicy')
    .map(([, { Properties }]) => ({
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
  return {
    resources,
    policies,
    boundaryArn,
    execution: statementsOf(false),
    boundary: statementsOf(true),
  };
}

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${resource}`;

describe.each([
  ['Staging', staging],
  ['Production', production],
] as const)('the policies with which CloudFormation deploys %s', (id, config) => {
  const { policies, boundaryArn, execution, boundary } = deployed(id, everything(config));
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

  it('fit into managed policies, also in a region with a longer name', () => {
    const { domains: _, ...withoutDomains } = everything(config);
    const { policies: elsewhere } = deployed(id, { ...withoutDomains, region: 'ap-southeast-1' });

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
