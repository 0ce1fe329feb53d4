import { readExpiringText, textItem } from '../../platform/table/expiring-text.ts';
import { unlessErased } from '../../platform/table/items.ts';
import { inUser } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';

const SECONDS = 30 * 86_400;

/** Characters of base64 that fit into an item of 400 KB; a longer preview is spoken again. */
const MAX_LENGTH = 380_000;

interface PreviewKey {
  readonly userId: string;
  readonly hash: string;
}

const keyOf = ({ userId, hash }: PreviewKey) => inUser(userId, `VOICE_PREVIEW#${hash}`);

/** What a vendor spoke before: the media type, a comma, and base64. */
export const loadPreview = (table: Table, key: PreviewKey, now: Date): Promise<string | undefined> =>
  readExpiringText(table, keyOf(key), now);

/** Keeps a preview for 30 days, unless the user's data are being erased. */
export async function keepPreview(
  table: Table,
  key: PreviewKey,
  { text, now }: { readonly text: string; readonly now: Date },
): Promise<void> {
  if (text.length > MAX_LENGTH) return;
  const Item = textItem(keyOf(key), { text, seconds: SECONDS, now });
  await tryTransact(table, [{ Put: { TableName: table.name, Item } }, unlessErased(table, key.userId)]);
}
