import * as z from 'zod';
import { credentialsOf } from '../../functions/function-definition.ts';
import { policiesOfRole } from '../../iam/policies-of-role.ts';
import type { Statement } from '../../iam/statement.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { authenticate, type SignedRequest } from './authenticate.ts';

/** The caller of a request: a function by its role, or the runtime itself, which has all permissions. */
export type Caller =
  | { readonly kind: 'operator'; readonly functionName?: undefined; readonly roleArn?: undefined }
  | {
      readonly kind: 'function';
      readonly functionName: string;
      readonly roleArn: string;
      readonly statements: readonly Statement[];
    };

const functionSchema = z.object({ Role: z.string() });

/** Finds the caller of a request by its signature. Throws if no known key signed it. */
export type CallerOf = (request: SignedRequest) => Caller;

/** Reads the policies of all functions. `operatorKey` is the secret key of `operator`, the runtime itself. */
export function readCallers(resources: Resources, operatorKey: string): CallerOf {
  const callers = new Map<string, { readonly secretAccessKey: string; readonly caller: Caller }>();
  callers.set('operator', { secretAccessKey: operatorKey, caller: { kind: 'operator' } });
  for (const resource of resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    const { accessKeyId, secretAccessKey } = credentialsOf(resource.attributes.Arn ?? '', operatorKey);
    callers.set(accessKeyId, { secretAccessKey, caller: callerFor(resource, resources) });
  }
  return (request) => authenticate(request, callers, new Date()).caller;
}

export function callerFor(functionResource: Resource, resources: Resources): Caller {
  const roleArn = functionSchema.parse(functionResource.properties).Role;
  const statements = policiesOfRole(resources, roleArn);
  return { kind: 'function', functionName: functionResource.ref, roleArn, statements };
}
