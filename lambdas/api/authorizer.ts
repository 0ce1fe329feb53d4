import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { EVERY_SCOPE, mayDo, scopesFor } from '../domain/tokens/scopes.ts';
import type { Token } from '../domain/tokens/token.ts';
import { systemClock } from '../runtime/clock.ts';
import { tableAccess } from '../runtime/grants.ts';
import { header } from '../runtime/header.ts';
import { logger } from '../runtime/logger.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { findToken, noteUse } from '../store/records/tokens.ts';
import { stackTable, type Table } from '../store/table/table.ts';

/** The use of a token is noted at most so often. */
const NOTE_EVERY_MS = 5 * 60_000;

/** Tokens whose use a container remembers to have noted. */
const MAX_REMEMBERED = 10_000;

/** When the use of a token was last noted (ms since 1970), by its id. */
const notedAt = new Map<string, number>();

export const authorizerWorker = defineWorker({
  stack: 'Api',
  id: 'CheckToken',
  description: 'Lets the owners of valid tokens in',
  trigger: { by: 'authorizer' },
  grants: [tableAccess(['GetItem', 'UpdateItem'])],
});

/** Lets the owner of a valid bearer token in, if the token has a scope that the operation needs. */
export const handler = workerHandler(
  authorizerWorker,
  (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
    authorize(event, stackTable(), systemClock()),
);

/**
 * Decides on one request. API Gateway keeps the answer for a minute, for this token and this operation.
 * Throws `Unauthorized`, which API Gateway answers with 401, if there is no valid token.
 */
export async function authorize(
  event: Pick<APIGatewayRequestAuthorizerEvent, 'headers' | 'httpMethod' | 'resource' | 'methodArn'>,
  table: Table,
  now: Date,
): Promise<APIGatewayAuthorizerResult> {
  const text = /^Bearer +(\S+)$/i.exec(header(event.headers ?? {}, 'authorization') ?? '')?.[1];
  const token = text ? await findToken(table, text, now) : undefined;
  // API Gateway answers 401 to exactly this message, and 500 to any other.
  if (!token) throw new Error('Unauthorized');
  await noteNow(table, token, now).catch((error: unknown) => {
    logger.warn('The use of a token could not be noted.', { error });
  });
  const needed = scopesFor(event.httpMethod, event.resource);
  const isAllowed = mayDo(token.scopes, needed);
  return {
    principalId: token.user_id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: isAllowed ? 'Allow' : 'Deny',
          Resource: wholeStage(event.methodArn),
        },
      ],
    },
    context: {
      user_id: token.user_id,
      token_id: token.id,
      scopes: token.scopes?.join(' ') ?? EVERY_SCOPE,
      // The gateway's answer to a refused request names it.
      needed_scope: needed.join(' or '),
    },
  };
}

async function noteNow(table: Table, token: Token, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTE_EVERY_MS);
  if ((notedAt.get(token.id) ?? 0) > before.getTime()) return;
  if (notedAt.size >= MAX_REMEMBERED) notedAt.clear();
  notedAt.set(token.id, now.getTime());
  await noteUse(table, token, { now, before });
}

/** The answer is kept for one operation, whose path may be written in more than one way: arn:…:apiId/stage/METHOD/path → arn:…:apiId/stage/*. */
function wholeStage(methodArn: string): string {
  return `${methodArn.split('/').slice(0, 2).join('/')}/*`;
}
