import { asRead } from '../../platform/table/field-update.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil, tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { orphansIn, planRevocation, type Token, tokensToShow } from '../model/token.ts';
import { tokenKey } from './keys.ts';
import { type ListedToken, loadListed, removalOf } from './tokens.ts';

/** Tokens in one transaction, which has at most 100 actions: up to three each. */
const TOGETHER = 30;

/** Revokes a token and those that end with it, from the first write on. Returns false if the user has none. */
export function storeRevocation(
  table: Table,
  { userId, tokenId, now }: { readonly userId: string; readonly tokenId: string; readonly now: Date },
): Promise<boolean> {
  return attemptUntil(async () => {
    const tokens = await loadListed(table, userId);
    const revoked = tokens.find(({ id }) => id === tokenId);
    if (!revoked) return false;
    const { removed, heir } = planRevocation(tokens, revoked, now);
    const handed = heir
      ? tokensToShow(tokens, now).flatMap((each) => replaceMaker(table, each, { from: revoked, to: heir }))
      : [];
    const removals = removed.map((each) => removalOf(table, each));
    if (!(await inParts(table, [...handed, ...removals]))) return undefined;
    await clearOrphans(table, userId);
    return true;
  });
}

/** Removes the items of tokens that ended with their makers, which DynamoDB does not. */
export async function clearOrphans(table: Table, userId: string): Promise<void> {
  const removals = orphansIn(await loadListed(table, userId)).map((each) => removalOf(table, each));
  await inParts(table, removals);
}

/** Writes the parts in order. Returns false at the first refused one, without writing those after it. */
async function inParts(table: Table, writes: readonly (readonly WriteItem[])[]): Promise<boolean> {
  if (writes.length === 0) return true;
  const part = writes.slice(0, TOGETHER).flat();
  return (await tryTransact(table, part)) && inParts(table, writes.slice(TOGETHER));
}

/** The writes that replace a token's maker or successor by another one. */
function replaceMaker(
  table: Table,
  { user_id, id, hash, made_with, successor }: ListedToken,
  { from, to }: { readonly from: Token; readonly to: Token },
): WriteItem[][] {
  const set = {
    ...(made_with === from.id && { made_with: to.id }),
    ...(successor === from.id && { successor: to.id }),
  };
  if (Object.keys(set).length === 0) return [];
  const seen = asRead({ made_with, successor });
  return [
    [
      updateOf(table, tokenKey(hash), { set, ...seen }),
      updateOf(table, recordKey(user_id, 'token', id), { set: { ...set, ...stampOf(table) }, ...seen }),
    ],
  ];
}
