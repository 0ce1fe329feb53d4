import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { tableAccess } from '../runtime/grants.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { findToken } from '../store/records/tokens.ts';
import { stackTable } from '../store/table/table.ts';

export const authorizerWorker = defineWorker({
  stack: 'Api',
  id: 'CheckToken',
  description: 'Lets the owners of valid tokens in',
  trigger: { by: 'authorizer' },
  grants: [tableAccess(['GetItem'])],
});

/** Lets the owner of a valid bearer token in; API Gateway keeps the answer for a minute. */
async function handle(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const text = /^Bearer +(\S+)$/i.exec(event.authorizationToken)?.[1];
  const token = text ? await findToken(stackTable(), text, systemClock()) : undefined;
  // API Gateway answers 401 to exactly this message, and 500 to any other.
  if (!token) throw new Error('Unauthorized');
  return {
    principalId: token.user_id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: wholeStage(event.methodArn) }],
    },
    context: { user_id: token.user_id, token_id: token.id },
  };
}

export const handler = workerHandler(authorizerWorker, handle);

/** A kept answer serves every method, so it must allow every method: arn:…:apiId/stage/METHOD/path → arn:…:apiId/stage/*. */
function wholeStage(methodArn: string): string {
  return `${methodArn.split('/').slice(0, 2).join('/')}/*`;
}
