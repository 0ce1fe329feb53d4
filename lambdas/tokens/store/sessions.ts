import { transact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { LINK_SECONDS } from '../model/console-session.ts';
import { kindOf, type Token } from '../model/token.ts';
import { insertToken, type Makers, makeToken, removalOf, type TokenDraft } from './tokens.ts';

/** Makes a session from a token or a sign-in link, which is used up. Undefined if it was. Throws TokenEnded. */
export async function insertSession(
  table: Table,
  { maker, draft, by }: { readonly maker: Token; readonly draft: TokenDraft; readonly by: Makers },
): Promise<string | undefined> {
  if (kindOf(maker) !== 'sign_in_link') return insertToken(table, { ...draft, made_with: maker.id }, by);
  const used = await removalOf(table, maker);
  if (!used) return undefined;
  const { text, writes } = await makeToken(table, draft);
  const { outcome } = await transact(table, [...used, ...writes]);
  return outcome === 'done' ? text : undefined;
}

/** Creates the code of a link with which a user signs in once, within a minute. */
export function createSignInLink(
  table: Table,
  {
    id,
    userId,
    scopes,
    now,
  }: {
    readonly id: string;
    readonly userId: string;
    /** The permissions of the session. @default everything */
    readonly scopes?: readonly string[];
    readonly now: Date;
  },
): Promise<string> {
  return insertToken(table, {
    id,
    user_id: userId,
    kind: 'sign_in_link',
    name: null,
    ...(scopes && { scopes: [...scopes] }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LINK_SECONDS * 1000).toISOString(),
  });
}
