import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, each, global, type Reach } from './environment-arns.ts';

const SERVICES = ['apigateway', 'backup', 'codedeploy', 'lambda'];

/** The services that create a service-linked role on first use: for backups, and for domains of APIs. */
const OWN_ROLES = ['backup.amazonaws.com', 'ops.apigateway.amazonaws.com'];

/** Roles of the environment, only with its boundary, which CloudFormation can't remove. Not the pipeline's own. */
export function rolePolicy(reach: Reach, boundaryArn: string): PolicyStatement[] {
  const roles = global(reach, 'iam', `role/${reach.stage}-*`);
  const bounded = { StringEquals: { 'iam:PermissionsBoundary': boundaryArn } };
  const services = SERVICES.map((service) => `${service}.amazonaws.com`);
  return [
    allow(
      'iam',
      ['AttachRolePolicy', 'CreateRole', 'PutRolePermissionsBoundary', 'PutRolePolicy'],
      roles,
      bounded,
    ),
    allow(
      'iam',
      [
        ...each(['Delete', 'Get'], ['Role', 'RolePolicy']),
        'DetachRolePolicy',
        'ListAttachedRolePolicies',
        'ListRolePolicies',
        'TagRole',
        'UntagRole',
        'UpdateAssumeRolePolicy',
        'UpdateRole',
        'UpdateRoleDescription',
      ],
      roles,
    ),
    allow('iam', ['PassRole'], roles, { StringEquals: { 'iam:PassedToService': services } }),
    allow('iam', ['CreateServiceLinkedRole'], global(reach, 'iam', 'role/aws-service-role/*'), {
      StringEquals: { 'iam:AWSServiceName': OWN_ROLES },
    }),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['iam:*'],
      resources: global(reach, 'iam', `role/${reach.stage}-DeployRole-*`),
    }),
  ];
}
