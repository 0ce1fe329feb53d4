import * as z from 'zod/mini';
import { putItem, readItem } from './items.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

const storedText = z.object({ text: z.string(), expires_at: z.number() });

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

interface KeptText {
  readonly text: string;
  readonly seconds: number;
  readonly now: Date;
}

/** The item that keeps a text. */
export const textItem = (key: Key, { text, seconds, now }: KeptText) => ({
  ...key,
  text,
  expires_at: secondsOf(now) + seconds,
});

export const keepText = (table: Table, key: Key, text: KeptText): Promise<void> =>
  putItem(table, textItem(key, text));

/** A text that is kept. Its time is checked, because DynamoDB deletes expired items with a delay. */
export async function keptText(table: Table, key: Key, now: Date): Promise<string | undefined> {
  const { data } = storedText.safeParse(await readItem(table, key));
  return data && data.expires_at > secondsOf(now) ? data.text : undefined;
}
