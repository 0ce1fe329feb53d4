import type { APIGatewayProxyEvent } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';

/** The authenticated user; throws if the authorizer found none. */
export function authenticatedUser(event: APIGatewayProxyEvent): string {
  const userId: unknown = event.requestContext.authorizer?.user_id;
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new DomainError('unauthorized', [
    { loc: ['header', 'authorization'], msg: 'A valid bearer token is required.', type: 'unauthorized' },
  ]);
}
