import * as z from 'zod';
import type { Resource, Resources } from '../template/resource.ts';
import { readPolicy } from './read-policy.ts';
import type { Statement } from './statement.ts';

const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyName: z.string(), PolicyDocument: z.unknown() })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
  PermissionsBoundary: z.undefined('a permissions boundary is not known to the local runtime').optional(),
});

const policySchema = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()).default([]) });

/** All identity-based statements of a role: inline, attached and managed. Throws for an unknown role or managed policy. */
export function policiesOfRole(resources: Resources, roleArn: string): Statement[] {
  const role = resources.find(
    ({ type, attributes }) => type === 'AWS::IAM::Role' && attributes.Arn === roleArn,
  );
  if (!role) throw new Error(`The stacks have no role ${roleArn}`);
  const { Policies, ManagedPolicyArns } = parse(role, roleSchema);
  return [
    ...Policies.flatMap(({ PolicyName, PolicyDocument }) =>
      readPolicy(PolicyDocument, `${nameOf(role)}, policy ${PolicyName}`),
    ),
    ...ManagedPolicyArns.flatMap((arn) => managedPolicy(resources, arn, role)),
    ...resources.flatMap((resource) => attachedPolicy(resource, role)),
  ];
}

function attachedPolicy(resource: Resource, role: Resource): Statement[] {
  if (resource.type !== 'AWS::IAM::Policy' && resource.type !== 'AWS::IAM::ManagedPolicy') return [];
  const { PolicyDocument, Roles } = parse(resource, policySchema);
  return Roles.includes(role.ref) ? readPolicy(PolicyDocument, nameOf(resource)) : [];
}

function managedPolicy(resources: Resources, arn: string, role: Resource): Statement[] {
  const own = resources.find(({ type, ref }) => type === 'AWS::IAM::ManagedPolicy' && ref === arn);
  if (own) return readPolicy(parse(own, policySchema).PolicyDocument, nameOf(own));
  const actions = managedPolicies[arn];
  if (!actions) throw new Error(`${nameOf(role)}: the local runtime does not know the managed policy ${arn}`);
  return readPolicy({ Statement: { Effect: 'Allow', Action: [...actions], Resource: '*' } }, arn);
}

function parse<T extends z.ZodType>(resource: Resource, schema: T): z.infer<T> {
  const parsed = schema.safeParse(resource.properties);
  if (!parsed.success) throw new Error(`${nameOf(resource)}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function nameOf({ stack, logicalId }: Resource): string {
  return `${stack}/${logicalId}`;
}

const logs = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];

/** The actions, on all resources, of AWS managed policies that are common in functions' roles, by ARN. */
const managedPolicies: Readonly<Record<string, readonly string[]>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': logs,
  'arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole': [
    'sqs:ReceiveMessage',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    ...logs,
  ],
  'arn:aws:iam::aws:policy/service-role/AWSLambdaDynamoDBExecutionRole': [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    ...logs,
  ],
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess': [
    'xray:PutTraceSegments',
    'xray:PutTelemetryRecords',
    'xray:GetSamplingRules',
    'xray:GetSamplingTargets',
    'xray:GetSamplingStatisticSummaries',
  ],
  'arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs': logs,
};
