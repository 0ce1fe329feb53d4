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
import { deployedByPipeline } from '../../../lib/deployed-by-pipeline.ts';
import { EnvironmentStage } from '../../../lib/environment-stage.ts';
import { projectContext } from '../../../local/synthesize.ts';
import { HANDLER_ACTIONS } from './handler-actions.ts';

const ACCOUNT = '123456789012';
const CERTIFICATE = `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/1`;

/** IAM's limit of a managed policy: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MOST_CHARACTERS = 6144;

/** Actions of CloudFormation itself: it reads outputs of other stacks, and the version of the bootstrap stack. */
const OF_CLOUDFORMATION = ['cloudformation:DescribeStacks', 'ssm:GetParameters'];

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

/** The name that a resource has, or one like CloudFormation would make. */
function nameOf({ stack, id, Properties = {} }: Resource): string {
  const { Name, TableName, BackupVaultName, DashboardName, AlarmName } = Properties;
  const named = [Name, TableName, BackupVaultName, DashboardName, AlarmName].find(
    (each) => typeof each === 'string',
  );
  return named ?? `${stack}-${id}-1A2B3C`;
}

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${resource}`;
const GATEWAY = 'arn:aws:apigateway:us-east-1::';

/** ARNs of resources by their types; a type without a name in it has random ids. */
const ARNS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::ApiGateway::Account': () => `${GATEWAY}/account`,
  'AWS::ApiGateway::BasePathMapping': () => `${GATEWAY}/domainnames/api.example.com/basepathmappings`,
  'AWS::ApiGateway::DomainName': () => `${GATEWAY}/domainnames`,
  'AWS::ApiGatewayV2::ApiMapping': () => `${GATEWAY}/domainnames/relay.example.com/apimappings`,
  'AWS::ApiGatewayV2::DomainName': () => `${GATEWAY}/domainnames`,
  'AWS::Backup::BackupVault': (name) => arn('backup', `backup-vault:${name}`),
  'AWS::CloudWatch::Dashboard': (name) => `arn:aws:cloudwatch::${ACCOUNT}:dashboard/${name}`,
  'AWS::CodeDeploy::Application': (name) => arn('codedeploy', `application:${name}`),
  'AWS::DynamoDB::Table': (name) => arn('dynamodb', `table/${name}`),
  'AWS::Events::Archive': () => arn('events', 'archive/Archive-1A2B'),
  'AWS::Events::EventBus': (name) => arn('events', `event-bus/${name}`),
  'AWS::Lambda::Alias': () => arn('lambda', 'function:Production-Calls-MessageFunction-1A2B3C'),
  'AWS::Lambda::EventSourceMapping': () => arn('lambda', 'event-source-mapping:1a2b'),
  'AWS::Lambda::LayerVersion': () => arn('lambda', 'layer:Layer1A2B:1'),
};

/** ARNs by the service of an action: of types that are not above, and of what a resource of another service uses. */
const SERVICE_ARNS: Readonly<Record<string, (name: string) => string>> = {
  apigateway: (name) => `${GATEWAY}/${name.startsWith('Api-') ? 'apis' : 'restapis'}/1a2b/stages/v1`,
  backup: () => arn('backup', 'backup-plan:1a2b'),
  'backup-storage': () => '*',
  budgets: () => `arn:aws:budgets::${ACCOUNT}:budget/1a2b`,
  cloudfront: () => `arn:aws:cloudfront::${ACCOUNT}:distribution/1A2B`,
  cloudwatch: (name) => arn('cloudwatch', `alarm:${name}`),
  codedeploy: (name) => arn('codedeploy', `deploymentgroup:${name}/${name}`),
  events: (name) => arn('events', `rule/${name}`),
  iam: (name) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  kms: () => arn('kms', 'key/1a2b'),
  lambda: (name) => arn('lambda', `function:${name}`),
  logs: (name) => arn('logs', `log-group:${name}`),
  route53: () => 'arn:aws:route53:::hostedzone/Z123',
  s3: (name) => `arn:aws:s3:::${name.toLowerCase()}`,
  scheduler: (name) => arn('scheduler', `schedule-group/${name}`),
  secretsmanager: (name) => arn('secretsmanager', `secret:${name}-1A2B3C`),
  sns: (name) => arn('sns', name),
  sqs: (name) => arn('sqs', name),
  wafv2: (name) => arn('wafv2', `regional/webacl/${name}/1a2b`),
};

/** ARNs of actions on something else than the resource itself. */
const ACTION_ARNS: Readonly<Record<string, string>> = {
  'codedeploy:GetDeploymentConfig': arn(
    'codedeploy',
    'deploymentconfig:CodeDeployDefault.LambdaCanary10Percent30Minutes',
  ),
  'iam:CreateServiceLinkedRole': `arn:aws:iam::${ACCOUNT}:role/aws-service-role/backup.amazonaws.com/AWSServiceRoleForBackup`,
  'lambda:GetLayerVersion': arn('lambda', 'layer:Layer1A2B:1'),
  'route53:GetChange': 'arn:aws:route53:::change/C123',
  's3:GetObject': `arn:aws:s3:::cdk-hnb659fds-assets-${ACCOUNT}-us-east-1/1a2b.zip`,
  's3:GetObjectVersion': `arn:aws:s3:::cdk-hnb659fds-assets-${ACCOUNT}-us-east-1/1a2b.zip`,
};

/** The ARN on which CloudFormation needs an action for a resource. */
function arnFor(resource: Resource, service: string, action: string): string {
  const isOfService = resource.Type.split('::')[1]?.toLowerCase().startsWith(service.slice(0, 3)) ?? false;
  const name = isOfService ? nameOf(resource) : `${resource.stack}-${resource.id}-1A2B3C`;
  const make = (isOfService && ARNS[resource.Type]) || SERVICE_ARNS[service];
  return ACTION_ARNS[`${service}:${action}`] ?? make?.(name) ?? 'none';
}

const actionsOf = (type: string) =>
  Object.entries(HANDLER_ACTIONS[type] ?? {}).flatMap(([service, actions]) =>
    actions.split(' ').map((action) => ({ service, action })),
  );

describe.each([
  ['Staging', staging],
  ['Production', production],
] as const)('the policies with which CloudFormation deploys %s', (id, config) => {
  const { resources, policies, boundaryArn, execution, boundary } = deployed(id, everything(config));
  const context = {
    'iam:PermissionsBoundary': boundaryArn,
    'iam:PassedToService': 'lambda.amazonaws.com',
    'iam:AWSServiceName': 'backup.amazonaws.com',
  };
  const may = (action: string, resource: string, given: Record<string, string> = context) =>
    isAllowed(execution, { action, resource, context: given });
  const role = `arn:aws:iam::${ACCOUNT}:role/${id}-Calls-Role-1A2B`;

  it('allow what each type of resource needs, on the resources of the templates', () => {
    expect(resources.length).toBeGreaterThan(500);
    const types = new Set(resources.map(({ Type }) => Type));
    expect([...types].filter((type) => !HANDLER_ACTIONS[type])).toEqual([]);

    const refused = resources.flatMap((resource) =>
      actionsOf(resource.Type)
        .map(({ service, action }) => [`${service}:${action}`, arnFor(resource, service, action)] as const)
        .filter(([action, on]) => !may(action, on))
        .map((each) => `${resource.Type}: ${each.join(' on ')}`),
    );
    expect(refused).toEqual([]);
  });

  it('allow no action that no resource needs', () => {
    const types = new Set(resources.map(({ Type }) => Type));
    const needed = [...types].flatMap(actionsOf).map(({ service, action }) => `${service}:${action}`);
    const allowed = execution
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions = [] }) => actions);

    const isNeeded = (pattern: string) => {
      const matching = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      return needed.some((action) => matching.test(action));
    };
    // Staging has neither web ACLs nor backups, and needs fewer.
    if (id === 'Production') expect(allowed.filter((action) => !isNeeded(action))).toEqual(OF_CLOUDFORMATION);
    for (const action of allowed) expect(action).toMatch(/^[\w-]+:(\w+|GetBucket\*|Get\*Configuration)$/);
  });

  it('read outputs of the environment’s stacks, which the monitoring stack does, and of no other', () => {
    const stack = (name: string) => arn('cloudformation', `stack/${name}/1a2b`);

    expect(may('cloudformation:DescribeStacks', stack(`${id}-Calls`))).toBe(true);
    expect(may('cloudformation:DescribeStacks', stack('Other'))).toBe(false);
  });

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

  it('bound every role, which still may do what its own policies allow', () => {
    const roles = resources.filter(({ Type }) => Type === 'AWS::IAM::Role');
    for (const { id: logicalId, Properties } of roles)
      expect(Properties.PermissionsBoundary, logicalId).toBe(boundaryArn);

    const granted = resources
      .filter(({ Type }) => Type === 'AWS::IAM::Role' || Type === 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.Policies ?? [Properties])
      .flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])
      .flatMap(({ Action }: { readonly Action: string | readonly string[] }) => Action);
    expect(granted.length).toBeGreaterThan(100);
    const refused = granted.filter(
      (action: string) => !isAllowed(boundary, { action: action.replace('*', 'X'), resource: role }),
    );
    expect([...new Set(refused)]).toEqual([]);
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
