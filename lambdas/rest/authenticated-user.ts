import type { APIGatewayProxyEvent } from 'aws-lambda';
import { EVERY_SCOPE } from '../domain/tokens/scopes.ts';
import { ApiError } from './errors.ts';

/** The authenticated user; throws if the authorizer found none. */
export function authenticatedUser(event: APIGatewayProxyEvent): string {
  const userId: unknown = event.requestContext.authorizer?.user_id;
  if (typeof userId === 'string' && userId !== '') return userId;
  throw unauthorized();
}

export function unauthorized(): ApiError {
  return new ApiError('unauthorized', [
    { loc: ['header', 'authorization'], msg: 'A valid bearer token is required.', type: 'unauthorized' },
  ]);
}

/** The id of the request's token, as the authorizer tells it; empty if it tells none. */
export function tokenIdOf(event: APIGatewayProxyEvent): string {
  const id: unknown = event.requestContext.authorizer?.token_id;
  return typeof id === 'string' ? id : '';
}

/** The version that the request's token pins, as the authorizer tells it. */
export function pinnedVersionOf(event: APIGatewayProxyEvent): string | undefined {
  const version: unknown = event.requestContext.authorizer?.api_version;
  return typeof version === 'string' ? version : undefined;
}

/** The scopes of the request's token, as the authorizer tells them; undefined if it may do everything. */
export function grantedScopesOf(event: APIGatewayProxyEvent): readonly string[] | undefined {
  const scopes: unknown = event.requestContext.authorizer?.scopes;
  if (scopes === EVERY_SCOPE) return undefined;
  return typeof scopes === 'string' ? scopes.split(' ') : [];
}
