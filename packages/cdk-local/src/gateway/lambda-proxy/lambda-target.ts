import { isAllowed } from '../../iam/is-allowed.ts';
import { mayInvoke } from '../../iam/may-invoke.ts';
import { policiesOfRole } from '../../iam/policies-of-role.ts';
import type { Resources } from '../../template/resource.ts';

/** A function behind a gateway, and whether the template permits the call. */
export interface LambdaTarget {
  readonly functionArn: string;
  /** The missing permission, if the template does not grant the call. */
  readonly missingGrant: string | undefined;
}

const INTEGRATION_URI =
  /^arn:[^:]+:apigateway:[^:]+:lambda:path\/2015-03-31\/functions\/(arn:.+)\/invocations$/;

/** The function behind an API Gateway URI. `source`: the execute-api ARN after the account; `owner`: for errors. */
export function readLambdaTarget(options: {
  readonly resources: Resources;
  readonly uri: string | undefined;
  readonly source: string;
  readonly credentials: string | undefined;
  readonly owner: string;
}): LambdaTarget {
  const functionArn = INTEGRATION_URI.exec(options.uri ?? '')?.[1];
  if (!functionArn) throw new Error(`${options.owner}: its URI names no Lambda function: ${options.uri}`);
  return {
    functionArn,
    missingGrant: findMissingGrant({
      resources: options.resources,
      functionArn,
      sourceArn: executeApiArn(functionArn, options.source),
      credentials: options.credentials,
    }),
  };
}

/** ARN of something in API Gateway, in the partition, region and account of the function that serves it. */
export function executeApiArn(functionArn: string, source: string): string {
  const [, partition, , region, account] = functionArn.split(':');
  return `arn:${partition}:execute-api:${region}:${account}:${source}`;
}

const ACTION = 'lambda:InvokeFunction';
const PRINCIPAL = 'apigateway.amazonaws.com';

interface Call {
  readonly resources: Resources;
  readonly functionArn: string;
  readonly sourceArn: string;
  /** Role that the gateway assumes for the call; without one the function's own permissions decide. */
  readonly credentials: string | undefined;
}

/** The missing permission of API Gateway to call the function, in words. Returns undefined if the template grants it. */
function findMissingGrant(call: Call): string | undefined {
  if (call.credentials !== undefined) {
    const statements = policiesOfRole(call.resources, call.credentials);
    if (isAllowed(statements, { action: ACTION, resource: call.functionArn })) return undefined;
    return `role ${call.credentials} does not allow ${ACTION} on ${call.functionArn}`;
  }
  if (mayInvoke(call.resources, { ...call, principal: PRINCIPAL })) return undefined;
  return `no AWS::Lambda::Permission lets ${PRINCIPAL} call ${call.functionArn} from ${call.sourceArn}`;
}
