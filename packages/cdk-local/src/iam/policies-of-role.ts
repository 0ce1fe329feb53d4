import * as z from 'zod';
import { nameOf, readProperties } from '../template/properties.ts';
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
  const { Policies, ManagedPolicyArns } = readProperties(role, roleSchema);
  return [
    ...Policies.flatMap(({ PolicyName, PolicyDocument }) =>
      readPolicy(PolicyDocument, `${nameOf(role)}, policy ${PolicyName}`),
    ),
    ...ManagedPolicyArns.flatMap((arn) => managedPolicy(arn, role)),
    ...resources.flatMap((resource) => attachedPolicy(resource, role)),
  ];
}

function attachedPolicy(resource: Resource, role: Resource): Statement[] {
  if (resource.type !== 'AWS::IAM::Policy') return [];
  const { PolicyDocument, Roles } = readProperties(resource, policySchema);
  return Roles.includes(role.ref) ? readPolicy(PolicyDocument, nameOf(resource)) : [];
}

function managedPolicy(arn: string, role: Resource): Statement[] {
  // It permits only logging, which needs no permission here.
  if (arn.endsWith('/AWSLambdaBasicExecutionRole')) return [];
  throw new Error(`${nameOf(role)}: the local runtime does not know the managed policy ${arn}`);
}
