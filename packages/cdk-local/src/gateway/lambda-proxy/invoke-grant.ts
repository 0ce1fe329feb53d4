import { isAllowed } from '../../iam/is-allowed.ts';
import { mayInvoke } from '../../iam/may-invoke.ts';
import { policiesOfRole } from '../../iam/policies-of-role.ts';
import type { Resources } from '../../template/resource.ts';

const ACTION = 'lambda:InvokeFunction';
const PRINCIPAL = 'apigateway.amazonaws.com';

interface Call {
  readonly resources: Resources;
  readonly functionArn: string;
  /** The calling method, route or authorizer. */
  readonly sourceArn: string;
  /** Role that the gateway assumes for the call; without one the function's own permissions decide. */
  readonly credentials: string | undefined;
}

/** The missing permission of API Gateway to call the function, in words. Returns undefined if the template grants it. */
export function findMissingGrant(call: Call): string | undefined {
  if (call.credentials !== undefined) {
    const statements = policiesOfRole(call.resources, call.credentials);
    if (isAllowed(statements, { action: ACTION, resource: call.functionArn })) return undefined;
    return `role ${call.credentials} does not allow ${ACTION} on ${call.functionArn}`;
  }
  if (mayInvoke(call.resources, { ...call, principal: PRINCIPAL })) return undefined;
  return `no AWS::Lambda::Permission lets ${PRINCIPAL} call ${call.functionArn} from ${call.sourceArn}`;
}
