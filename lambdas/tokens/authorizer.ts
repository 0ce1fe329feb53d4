import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { systemClock } from '../platform/clock.ts';
import { tableAccess } from '../platform/grants.ts';
import { header } from '../platform/header.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { CURRENT_SESSION_PATH, SIGN_IN_PATH } from './model/console-session.ts';
import { EVERY_SCOPE, mayDo, scopesFor } from './model/scopes.ts';
import { kindOf, type Token } from './model/token.ts';
import { recordTokenUse } from './store/last-use.ts';
import { findToken } from './store/tokens.ts';

export const authorizerWorker = defineWorker({
  stack: 'Api',
  id: 'CheckToken',
  description: 'Admits requests with a valid token',
  trigger: { by: 'authorizer' },
  grants: [tableAccess(['GetItem', 'UpdateItem'])],
  handlesCalls: false,
});

/** Authorizes the user of a valid bearer token that has a scope of the operation. */
export const handler = workerHandler(authorizerWorker, (event: APIGatewayRequestAuthorizerEvent) =>
  authorize(event, { table: stackTable(), now: systemClock() }),
);

interface Surroundings {
  readonly table: Table;
  readonly now: Date;
}

/** Decides on a request; API Gateway caches it by token and operation. Throws `Unauthorized` without a valid token. */
export async function authorize(
  event: Pick<APIGatewayRequestAuthorizerEvent, 'headers' | 'httpMethod' | 'resource' | 'methodArn'>,
  { table, now }: Surroundings,
): Promise<APIGatewayAuthorizerResult> {
  const text = /^Bearer +(\S+)$/i.exec(header(event.headers ?? {}, 'authorization') ?? '')?.[1];
  const token = text ? await findToken(table, text, now) : undefined;
  // API Gateway answers 401 to exactly this message, and 500 to any other.
  if (!token || !isFor(token, event.resource)) throw new Error('Unauthorized');
  await recordTokenUse(table, token, now);
  const needed = scopesFor(event.httpMethod, event.resource);
  const isAllowed = mayDo(token.scopes, needed);
  // Of arn:…:apiId/stage/METHOD/path.
  const stageArn = event.methodArn.split('/').slice(0, 2).join('/');
  return {
    principalId: token.user_id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: isAllowed ? 'Allow' : 'Deny',
          // A cached decision serves one operation, whose path has more than one spelling.
          Resource: `${stageArn}/*`,
        },
      ],
    },
    context: {
      user_id: token.user_id,
      token_id: token.id,
      ...(token.api_version && { api_version: token.api_version }),
      ...(token.vendor_words && { vendor_words: 'true' }),
      // It applies on time even though the decision is cached.
      ...(token.expires_at && { expires_at: token.expires_at }),
      scopes: token.scopes?.join(' ') ?? EVERY_SCOPE,
      // The gateway response to a denied request names it.
      needed_scope: needed.join(' or '),
    },
  };
}

/** A sign-in link permits only signing in, and reading whose link it is. */
const isFor = (token: Token, path: string) =>
  kindOf(token) !== 'sign_in_link' || path === SIGN_IN_PATH || path === CURRENT_SESSION_PATH;
