import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Actor } from '../domain/audit/audit-entry.ts';

/**
 * Who makes a request, for the audit log. The token is the authorizer's finding, and the address is that of API
 * Gateway's peer: headers such as `X-Forwarded-For` say what the client likes.
 */
export function actorOf({ requestContext }: APIGatewayProxyEvent, operation: string): Actor {
  const tokenId: unknown = requestContext.authorizer?.token_id;
  const address: unknown = requestContext.identity?.sourceIp;
  return {
    by: 'token',
    operation,
    request_id: requestContext.requestId,
    ...(typeof tokenId === 'string' && { token_id: tokenId }),
    ...(typeof address === 'string' && { ip_address: address }),
  };
}
