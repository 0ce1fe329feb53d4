import type { APIGatewayProxyEvent } from 'aws-lambda';
import { systemClock } from '../platform/clock.ts';
import { EVERY_SCOPE } from '../tokens/model/scopes.ts';
import { isOver } from '../tokens/model/token.ts';
import { ApiError } from './errors.ts';

/** The authenticated user. Throws if the authorizer found none, or the token expired while API Gateway cached it. */
export function authenticatedUser(event: APIGatewayProxyEvent): string {
  const userId = foundByAuthorizer(event, 'user_id');
  const expires_at = foundByAuthorizer(event, 'expires_at');
  if (userId && !isOver({ expires_at }, systemClock())) return userId;
  throw unauthorized();
}

export function unauthorized(): ApiError {
  return new ApiError('unauthorized', [
    { loc: ['header', 'authorization'], msg: 'A valid bearer token is required.', type: 'unauthorized' },
  ]);
}

/** A finding of the authorizer about the request's token: such as its id, or the version of the API that it pins. */
export function foundByAuthorizer(
  { requestContext }: APIGatewayProxyEvent,
  name: 'user_id' | 'token_id' | 'api_version' | 'vendor_words' | 'expires_at',
): string | undefined {
  const found: unknown = requestContext.authorizer?.[name];
  return typeof found === 'string' ? found : undefined;
}

/** The scopes of the request's token, as the authorizer reports them; undefined if it may do everything. */
export function grantedScopesOf(event: APIGatewayProxyEvent): readonly string[] | undefined {
  const scopes: unknown = event.requestContext.authorizer?.scopes;
  if (scopes === EVERY_SCOPE) return undefined;
  return typeof scopes === 'string' ? scopes.split(' ') : [];
}
