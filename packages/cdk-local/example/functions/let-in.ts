import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';

const KEYS: Readonly<Record<string, string>> = {
  guest: 'guests-of-the-notes-app',
  reader: 'readers-of-the-notes-app',
};

/** Lets everybody in, and names the API key of a usage plan that limits the caller: that of the guests, the readers, or the others. */
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
    usageIdentifierKey: KEYS[authorizationToken] ?? 'members-of-the-notes-app',
  };
}
