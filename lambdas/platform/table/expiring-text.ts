import * as z from 'zod/mini';
import { putItem, readItem } from './items.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

const storedText = z.object({ text: z.string(), expires_at: z.number() });

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

interface ExpiringText {
  readonly text: string;
  readonly seconds: number;
  readonly now: Date;
}

export const textItem = (key: Key, { text, seconds, now }: ExpiringText) => ({
  ...key,
  text,
  expires_at: secondsOf(now) + seconds,
});

export const putExpiringText = (table: Table, key: Key, text: ExpiringText): Promise<void> =>
  putItem(table, textItem(key, text));

/** An unexpired text. Its expiry is checked, because DynamoDB deletes expired items with a delay. */
export async function readExpiringText(table: Table, key: Key, now: Date): Promise<string | undefined> {
  const { data } = storedText.safeParse(await readItem(table, key));
  return data && data.expires_at > secondsOf(now) ? data.text : undefined;
}
