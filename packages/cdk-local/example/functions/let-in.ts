import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

/** Lets everybody in. */
export async function handler({
  headers,
  methodArn,
}: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return {
    principalId: headers?.authorization ?? '',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }],
    },
  };
}
