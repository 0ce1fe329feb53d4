import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';

/** Lets everybody in. */
export async function handler({
  authorizationToken,
  methodArn,
}: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return {
    principalId: authorizationToken,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }],
    },
  };
}
