import * as z from 'zod';
import { isAllowed } from '../iam/is-allowed.ts';
import { policiesOfRole } from '../iam/policies-of-role.ts';
import { matchesWildcard } from '../iam/wildcard.ts';
import type { Resource, Resources } from '../template/resource.ts';
import { readProperties } from './properties.ts';

const ACTION = 'lambda:InvokeFunction';

const Permission = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

interface Call {
  readonly resources: Resources;
  readonly functionArn: string;
  /** The method, route or authorizer that calls. */
  readonly sourceArn: string;
  /** Role that the gateway takes for the call; without one the function's own permissions decide. */
  readonly credentials: string | undefined;
}

/** What is missing for API Gateway to call the function, in words; undefined when the template grants it. */
export function findMissingGrant(call: Call): string | undefined {
  if (call.credentials !== undefined) {
    const statements = policiesOfRole(call.resources, call.credentials);
    if (isAllowed(statements, { action: ACTION, resource: call.functionArn })) return undefined;
    return `role ${call.credentials} does not allow ${ACTION} on ${call.functionArn}`;
  }
  if (call.resources.some((resource) => grants(resource, call))) return undefined;
  return `no AWS::Lambda::Permission lets apigateway.amazonaws.com call ${call.functionArn} from ${call.sourceArn}`;
}

function grants(resource: Resource, call: Call): boolean {
  if (resource.type !== 'AWS::Lambda::Permission') return false;
  const permission = readProperties(resource, Permission);
  return (
    permission.Principal === 'apigateway.amazonaws.com' &&
    (permission.Action === ACTION || permission.Action === 'lambda:*') &&
    functionName(permission.FunctionName) === functionName(call.functionArn) &&
    matchesWildcard(permission.SourceArn ?? '*', call.sourceArn)
  );
}

/** A permission names its function by name or ARN; one on an alias does not cover the function, nor the reverse. */
function functionName(nameOrArn: string): string {
  return nameOrArn.replace(/^.*:function:/, '');
}
