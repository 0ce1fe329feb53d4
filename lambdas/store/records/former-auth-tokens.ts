import * as z from 'zod/mini';
import { putItem, readItem } from '../table/items.ts';
import { formerAuthTokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The former auth token still verifies: users change it here before the vendor signs with the new one. */
export const FORMER_TOKEN_HOURS = 24;

const former = z.object({ auth_token: z.string(), expires_at: z.number() });

type ConnectionKey = { readonly userId: string; readonly connectionId: string };

export async function keepFormerAuthToken(
  table: Table,
  key: ConnectionKey,
  { authToken, now }: { readonly authToken: string; readonly now: Date },
): Promise<void> {
  const expires_at = secondsOf(now) + FORMER_TOKEN_HOURS * 3600;
  const Item = { ...formerAuthTokenKey(key), auth_token: authToken, expires_at };
  await putItem(table, Item);
}

/** The auth token that an account connection had until it was changed. Returns undefined if none is valid any more. */
export async function getFormerAuthToken(
  table: Table,
  key: ConnectionKey,
  now: Date,
): Promise<string | undefined> {
  const item = await readItem(table, formerAuthTokenKey(key));
  const { data } = former.safeParse(item);
  return data && data.expires_at > secondsOf(now) ? data.auth_token : undefined;
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);
