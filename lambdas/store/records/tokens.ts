import { createHash, randomBytes } from 'node:crypto';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Token, token } from '../../domain/tokens/token.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { kindPrefix, recordKey, tokenKey, userPartition } from '../table/keys.ts';
import { transact } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { type WriteItem, writeIf } from '../table/write-if.ts';

/** The item of a user's list, which also knows the hash of the token's text. */
interface ListedToken extends Token {
  readonly hash: string;
}

const hashOnly = z.object({ hash: z.string() });

/** What endpoints that change tokens do with the table. */
export const CHANGE_TOKENS = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** Random bytes in a token. */
const TOKEN_BYTES = 32;

/** The SHA-256 of a token's text, in hex. */
export const hashToken = (text: string) => createHash('sha256').update(text).digest('hex');

/** What a token is made of besides its text. Times are ISO 8601 in UTC. */
export type TokenDraft = Pick<Token, 'id' | 'user_id' | 'name' | 'scopes' | 'created_at' | 'expires_at'>;

/**
 * Creates an access token and returns its text, which is kept nowhere. If a token with this id exists, because a request
 * broke off before its answer, the new text replaces the one that nobody got.
 */
export async function createToken(table: Table, draft: TokenDraft): Promise<string> {
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  const former = await getListedToken(table, draft.user_id, draft.id);
  await transact(table, [
    ...(former ? [removal(table, tokenKey(former.hash))] : []),
    ...puts(table, { ...draft, hash: hashToken(text) }),
  ]);
  return text;
}

/** Replaces a token by a new one. The former works until `until`. Returns the text of the new one, or undefined if there is no such token. */
export async function rotateToken(
  table: Table,
  { former, draft, until }: { readonly former: Token; readonly draft: TokenDraft; readonly until: string },
): Promise<string | undefined> {
  const { user_id: userId, id: formerId } = former;
  const listed = await getListedToken(table, userId, formerId);
  if (!listed) return undefined;
  const expiresAt = listed.expires_at !== undefined && listed.expires_at < until ? listed.expires_at : until;
  const end = (key: Record<string, string>): WriteItem => ({
    Update: {
      TableName: table.name,
      Key: key,
      ...fieldUpdate({ set: { expires_at: expiresAt }, condition: 'attribute_exists(pk)' }),
    },
  });
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = await getListedToken(table, userId, draft.id);
  const { outcome } = await transact(table, [
    end(tokenKey(listed.hash)),
    end(recordKey(userId, 'token', formerId)),
    ...(made ? [removal(table, tokenKey(made.hash))] : []),
    ...puts(table, { ...draft, hash: hashToken(text) }),
  ]);
  return outcome === 'done' ? text : undefined;
}

const puts = (table: Table, { hash, ...kept }: TokenDraft & Pick<ListedToken, 'hash'>): WriteItem[] => [
  { Put: { TableName: table.name, Item: { ...tokenKey(hash), ...kept } } },
  { Put: { TableName: table.name, Item: { ...recordKey(kept.user_id, 'token', kept.id), ...kept, hash } } },
];

const removal = (table: Table, Key: Record<string, unknown>): WriteItem => ({
  Delete: { TableName: table.name, Key },
});

/** What is kept of a token, or undefined when it is unknown, revoked or expired. */
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

/** A user's token; undefined if there is none with this id. */
export async function getToken(table: Table, userId: string, tokenId: string): Promise<Token | undefined> {
  const listed = await getListedToken(table, userId, tokenId);
  return listed && token.parse(listed);
}

async function getListedToken(
  table: Table,
  userId: string,
  tokenId: string,
): Promise<ListedToken | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: recordKey(userId, 'token', tokenId),
      ConsistentRead: true,
    }),
  );
  return Item && { ...token.parse(Item), ...hashOnly.parse(Item) };
}

/** Revokes a token. Returns it, or undefined if the user has none with this id. */
export async function revokeToken(table: Table, userId: string, tokenId: string): Promise<Token | undefined> {
  const listed = await getListedToken(table, userId, tokenId);
  if (!listed) return undefined;
  await transact(table, [
    removal(table, tokenKey(listed.hash)),
    removal(table, { ...recordKey(userId, 'token', tokenId) }),
  ]);
  return token.parse(listed);
}

/** Most milliseconds that the note of a use may delay a request. */
const NOTE_MS = 1_000;

/** Notes that a token was used, unless that was noted after `before`. Tries once: the next use can be noted as well. */
export async function noteUse(
  table: Table,
  { user_id, id }: Pick<Token, 'user_id' | 'id'>,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await writeIf(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(user_id, 'token', id),
        ...fieldUpdate({
          set: { last_used_at: now.toISOString() },
          condition:
            'attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at <= :before)',
          values: { ':before': before.toISOString() },
        }),
      }),
      { abortSignal: AbortSignal.timeout(NOTE_MS) },
    ),
  );
}
