import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { findTokenOwner } from '../store/records/tokens.ts';
import { stackTable } from '../store/table/table.ts';

/** Lets the owner of a valid bearer token in; API Gateway keeps the answer for a minute. */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = /^Bearer +(\S+)$/i.exec(event.authorizationToken)?.[1];
  const userId = token && (await findTokenOwner(stackTable(), token, systemClock()));
  // API Gateway answers 401 to exactly this message, and 500 to any other.
  if (!userId) throw new Error('Unauthorized');
  return {
    principalId: userId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: wholeStage(event.methodArn) }],
    },
    context: { user_id: userId },
  };
}

/** A kept answer serves every method, so it must allow every method: arn:…:apiId/stage/METHOD/path → arn:…:apiId/stage/*. */
function wholeStage(methodArn: string): string {
  return `${methodArn.split('/').slice(0, 2).join('/')}/*`;
}
