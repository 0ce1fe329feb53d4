import type { Token } from '../domain/tokens/token.ts';
import { getToken, livingChain, type Makers } from '../store/records/tokens.ts';
import type { Table } from '../store/table/table.ts';
import { unauthorized } from './authenticated-user.ts';

/** The token of a request that makes another one, with those with which it ends; 401 if one of them has ended. */
export async function requireMakers(
  table: Table,
  { userId, tokenId }: { readonly userId: string; readonly tokenId: string },
  now: Date,
): Promise<Makers & { readonly maker: Token }> {
  const makers = await livingChain(table, await getToken(table, userId, tokenId), now);
  const [maker] = makers ?? [];
  if (!makers || !maker) throw unauthorized();
  return { makers, maker, now };
}
