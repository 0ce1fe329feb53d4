import { createHash, randomBytes } from 'node:crypto';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { newId } from '../../runtime/ids.ts';
import { kindPrefix, recordKey, tokenKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const token = z.object({
  id,
  user_id: id,
  created_at: z.string(),
  expires_at: z.optional(z.string()),
});
/** A stored access token, without its text. Times are ISO 8601 in UTC. */
export type Token = z.infer<typeof token>;

const listedToken = z.extend(token, { hash: z.string() });

/** Random bytes in a token. */
const TOKEN_BYTES = 32;

/** The SHA-256 of a token's text, in hex. */
export const hashToken = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates an access token. Only the return value contains its text. */
export async function createToken(
  table: Table,
  request: { readonly userId: string; readonly expiresAt?: Date; readonly now: Date },
): Promise<{ text: string; token: Token }> {
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  const created: Token = {
    id: newId(),
    user_id: request.userId,
    created_at: request.now.toISOString(),
    ...(request.expiresAt && { expires_at: request.expiresAt.toISOString() }),
  };
  const hash = hashToken(text);
  const put = (Item: Record<string, unknown>) => ({ Put: { TableName: table.name, Item } });
  await table.client.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ ...tokenKey(hash), ...created }),
        put({ ...recordKey(created.user_id, 'token', created.id), ...created, hash }),
      ],
    }),
  );
  return { text, token: created };
}

/** The user of a token. Returns undefined if the token is unknown, revoked or expired. */
export async function findTokenOwner(table: Table, text: string, now: Date): Promise<string | undefined> {
  return (await findToken(table, text, now))?.user_id;
}

/** The stored token. Returns undefined if it is unknown, revoked or expired. */
export async function findToken(table: Table, text: string, now: Date): Promise<Token | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: tokenKey(hashToken(text)), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const found = token.parse(Item);
  return found.expires_at !== undefined && found.expires_at <= now.toISOString() ? undefined : found;
}

/** A user's tokens, oldest first. */
export async function listTokens(table: Table, userId: string): Promise<Token[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': kindPrefix('token') },
    }),
  );
  return (Items ?? []).map((item) => token.parse(item));
}

/** Revokes a token. Returns false if the user has none with this id. */
export async function revokeToken(table: Table, userId: string, tokenId: string): Promise<boolean> {
  const key = recordKey(userId, 'token', tokenId);
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key }));
  if (!Item) return false;
  const { hash } = listedToken.parse(Item);
  const remove = (Key: Record<string, unknown>) => ({ Delete: { TableName: table.name, Key } });
  await table.client.send(
    new TransactWriteCommand({ TransactItems: [remove(tokenKey(hash)), remove({ ...key })] }),
  );
  return true;
}
