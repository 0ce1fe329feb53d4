import { transact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { LINK_SECONDS } from '../model/console-session.ts';
import { kindOf } from '../model/token.ts';
import { getListedToken, insertToken, type Maker, makeToken, removalOf, type TokenDraft } from './tokens.ts';

/** Creates a session from a token, or from a sign-in link. Undefined if the link is used up. Throws TokenEnded. */
export async function insertSession(
  table: Table,
  draft: TokenDraft,
  { maker, now }: Maker,
): Promise<string | undefined> {
  if (kindOf(maker) !== 'sign_in_link') return insertToken(table, draft, { maker, now });
  const link = await getListedToken(table, maker.user_id, maker.id);
  if (!link) return undefined;
  const { text, writes } = await makeToken(table, draft);
  const used = removalOf(table, link);
  const { outcome } = await transact(table, [...used, ...writes]);
  return outcome === 'done' ? text : undefined;
}

/** Creates the code of a link that signs a user in once, within a minute. */
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
