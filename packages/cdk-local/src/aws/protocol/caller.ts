import * as z from 'zod';
import { accessKeyOf } from '../../functions/function-definition.ts';
import { policiesOfRole } from '../../iam/policies-of-role.ts';
import type { Statement } from '../../iam/statement.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from './aws-error.ts';

/** The caller of a request: a function by its role, or the runtime itself, which has all permissions. */
export type Caller =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'function';
      readonly functionName: string;
      readonly roleArn: string;
      readonly statements: readonly Statement[];
    };

/** The access key id of the runtime itself, for seeding data at the start and for measurements. */
export const OPERATOR_ACCESS_KEY = 'operator';

const functionSchema = z.object({ Role: z.string() });
const credential = /Credential=([^/,\s]+)\//;

/** Reads the policies of all functions. Returns a lookup of a request's caller by its Authorization header. */
export function readCallers(resources: Resources): (authorization: string | undefined) => Caller {
  const callers = new Map<string, Caller>([[OPERATOR_ACCESS_KEY, { kind: 'operator' }]]);
  for (const resource of resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    callers.set(accessKeyOf(resource.attributes.Arn ?? ''), callerFor(resource, resources));
  }
  return (authorization) => {
    const caller = callers.get(credential.exec(authorization ?? '')?.[1] ?? '');
    if (caller) return caller;
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  };
}

/** A function as a caller, with all the policies of its role. */
export function callerFor(functionResource: Resource, resources: Resources): Caller {
  const roleArn = functionSchema.parse(functionResource.properties).Role;
  const statements = policiesOfRole(resources, roleArn);
  return { kind: 'function', functionName: functionResource.ref, roleArn, statements };
}
