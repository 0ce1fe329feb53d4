import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { asRead } from '../../platform/table/field-update.ts';
import {
  beginningWith,
  deletionOf,
  type Item,
  queryPages,
  readItem,
  unlessErased,
  updateOf,
} from '../../platform/table/items.ts';
import { erasureKey, type Key, recordKey } from '../../platform/table/keys.ts';
import { transact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import { deletionNote, stampOf } from '../../records/store/stamps.ts';
import { isOver, kindOf, type Token, token } from '../model/token.ts';
import { tokenKey } from './keys.ts';

/** The item of a user's list, which also contains the hash of the token's text. */
export type ListedToken = Token & { readonly hash: string };

const hashOnly = z.object({ hash: z.string() });

/** When a session or link expires in the table, in seconds since 1970. DynamoDB deletes such items some time later. */
const storedEnd = z.object({ expires_at: z.optional(z.union([z.string(), z.number()])) });

function tokenIn(item: Item): Token {
  const { expires_at: end } = storedEnd.parse(item);
  return token.parse(typeof end === 'number' ? { ...item, expires_at: timeOf(end) } : item);
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export const CHANGE_TOKENS = [
  'GetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const;

const TOKEN_BYTES = 32;

export const hashToken = (text: string) => createHash('sha256').update(text).digest('hex');

/** The data of a token besides its text. Times are ISO 8601 in UTC. */
export type TokenDraft = Omit<Token, 'last_used_at'>;

/** Nothing was stored: the token that creates another one has ended, or its user's data are being erased. */
export class TokenEnded extends Error {
  override readonly name = 'TokenEnded';
}

/** The token that creates another one, and when. An operator has none. */
export interface Maker {
  readonly maker: Token;
  readonly now: Date;
}

/** Returns the text of a new token, which isn't stored; a repeat replaces the text that nobody received. Throws TokenEnded. */
export async function insertToken(table: Table, draft: TokenDraft, by?: Maker): Promise<string> {
  const { text, writes } = await makeToken(table, draft, by);
  const { outcome } = await transact(table, writes);
  if (outcome === 'refused') throw new TokenEnded('The token was not created.');
  return text;
}

/** The condition that a stored token has not ended: sessions and links store their end in seconds. */
const isAlive = (now: Date) => ({
  condition:
    'attribute_exists(pk) AND (attribute_not_exists(expires_at) OR expires_at > :time OR expires_at > :seconds)',
  values: { ':time': now.toISOString(), ':seconds': now.getTime() / 1000 },
});

/** Refused if the maker has ended, or the user is being erased: API Gateway still accepts a revoked token for a minute. */
export async function makeToken(
  table: Table,
  draft: TokenDraft,
  by?: Maker,
): Promise<{ readonly text: string; readonly writes: readonly WriteItem[] }> {
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  const oldToken = await getListedToken(table, draft.user_id, draft.id);
  const writes = [
    unlessErased(table, draft.user_id),
    ...(by ? [checkOf(table, by)] : []),
    ...(oldToken ? [deletionOf(table, tokenKey(oldToken.hash))] : []),
    ...puts(table, { ...draft, hash: hashToken(text) }),
  ];
  return { text, writes };
}

function checkOf(table: Table, { maker, now }: Maker): WriteItem {
  const { condition, values } = isAlive(now);
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: recordKey(maker.user_id, 'token', maker.id),
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
    },
  };
}

/** Replaces a token, which works until `until`. Returns undefined if it already has a successor. Throws TokenEnded. */
export async function storeSuccessor(
  table: Table,
  {
    oldToken,
    draft,
    until,
    by,
  }: { readonly oldToken: Token; readonly draft: TokenDraft; readonly until: string; readonly by?: Maker },
): Promise<string | undefined> {
  const { user_id: userId, id: oldTokenId } = oldToken;
  const listed = await getListedToken(table, userId, oldTokenId);
  if (!listed) throw new TokenEnded('The token was revoked.');
  // Whoever lost the text of the successor revokes it and rotates again.
  if (listed.successor && listed.successor !== draft.id && (await loadToken(table, userId, listed.successor)))
    return undefined;
  const expiresAt = listed.expires_at !== undefined && listed.expires_at < until ? listed.expires_at : until;
  const alive = isAlive(by?.now ?? new Date(0));
  const seen = asRead({ successor: listed.successor, made_with: draft.made_with });
  const end = (key: Key, fields = {}): WriteItem =>
    updateOf(table, key, {
      set: { expires_at: expiresAt, successor: draft.id, ...fields },
      condition: `${alive.condition} AND ${seen.condition}`,
      names: seen.names,
      values: { ...alive.values, ...seen.values },
    });
  // A token that rotates itself is checked by the update.
  const { text, writes } = await makeToken(table, draft, by?.maker.id === oldTokenId ? undefined : by);
  const { outcome } = await transact(table, [
    end(tokenKey(listed.hash)),
    end(recordKey(userId, 'token', oldTokenId), stampOf(table)),
    ...writes,
  ]);
  if (outcome === 'done') return text;
  const current = await loadToken(table, userId, oldTokenId);
  if (current?.successor !== listed.successor) return undefined;
  throw new TokenEnded('The token was not rotated.');
}

function puts(table: Table, { hash, ...draft }: TokenDraft & Pick<ListedToken, 'hash'>): WriteItem[] {
  const storedToken = toStored(draft);
  const listed = recordKey(draft.user_id, 'token', draft.id);
  return [
    { Put: { TableName: table.name, Item: { ...tokenKey(hash), ...storedToken } } },
    { Put: { TableName: table.name, Item: { ...listed, ...storedToken, hash, ...stampOf(table) } } },
  ];
}

function toStored(draft: TokenDraft) {
  if (kindOf(draft) === 'access' || draft.expires_at === undefined) return draft;
  return { ...draft, expires_at: Math.floor(Date.parse(draft.expires_at) / 1000) };
}

/** The writes that remove a token. They are refused if it was rotated, given another maker or removed since it was read. */
export function removalOf(table: Table, listed: ListedToken): WriteItem[] {
  const { successor, made_with } = listed;
  const Key = recordKey(listed.user_id, 'token', listed.id);
  // DynamoDB may have deleted one of a session's items.
  const condition = kindOf(listed) === 'session' ? {} : asRead({ successor, made_with });
  return [
    deletionOf(table, tokenKey(listed.hash), condition),
    deletionOf(table, Key),
    ...deletionNote(table, Key),
  ];
}

/** Returns undefined if the token has expired, one of its makers was revoked, or its user's data are being erased. */
export async function findToken(table: Table, text: string, now: Date): Promise<Token | undefined> {
  const item = await readItem(table, tokenKey(hashToken(text)));
  if (!item) return undefined;
  const foundToken = tokenIn(item);
  if (isOver(foundToken, now)) return undefined;
  const [makers, blocked] = await Promise.all([
    makersOf(table, foundToken),
    readItem(table, erasureKey(foundToken.user_id)),
  ]);
  return makers && !blocked ? foundToken : undefined;
}

/** The chain of makers of a token. Returns undefined if one of them was revoked. */
export async function makersOf(
  table: Table,
  { user_id, made_with }: Token,
): Promise<readonly Token[] | undefined> {
  if (made_with === undefined) return [];
  const maker = await loadToken(table, user_id, made_with);
  const others = maker && (await makersOf(table, maker));
  return others && [maker, ...others];
}

export const loadTokens = async (table: Table, userId: string): Promise<Token[]> =>
  (await loadListed(table, userId)).map((listed) => token.parse(listed));

export async function loadListed(table: Table, userId: string): Promise<ListedToken[]> {
  const tokens: ListedToken[] = [];
  for await (const items of queryPages(table, beginningWith(recordKey(userId, 'token', ''))))
    tokens.push(...items.map(listedIn));
  return tokens;
}

const listedIn = (item: Item): ListedToken => ({ ...tokenIn(item), ...hashOnly.parse(item) });

export async function loadToken(table: Table, userId: string, tokenId: string): Promise<Token | undefined> {
  const listed = await getListedToken(table, userId, tokenId);
  return listed && token.parse(listed);
}

export async function getListedToken(
  table: Table,
  userId: string,
  tokenId: string,
): Promise<ListedToken | undefined> {
  const item = await readItem(table, recordKey(userId, 'token', tokenId));
  return item && listedIn(item);
}
