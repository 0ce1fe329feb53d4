import * as z from 'zod/mini';
import { putItem, readItem } from '../table/items.ts';
import { handshakeKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const KEPT_SECONDS = 120;

const handshake = z.object({ signature: z.string(), expires_at: z.number() });

export async function keepHandshake(
  table: Table,
  connectionId: string,
  { signature, now }: { readonly signature: string; readonly now: Date },
): Promise<void> {
  const expires_at = secondsOf(now) + KEPT_SECONDS;
  const Item = { ...handshakeKey(connectionId), signature, expires_at };
  await putItem(table, Item);
}

/** The signature of a connection's handshake. Returns undefined if there is none or it expired. */
export async function getHandshake(
  table: Table,
  connectionId: string,
  now: Date,
): Promise<string | undefined> {
  const item = await readItem(table, handshakeKey(connectionId));
  const { data } = handshake.safeParse(item);
  return data && data.expires_at > secondsOf(now) ? data.signature : undefined;
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);
