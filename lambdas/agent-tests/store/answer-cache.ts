import { systemClock } from '../../platform/clock.ts';
import { readExpiringText, textItem } from '../../platform/table/expiring-text.ts';
import { unlessErased } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { judgesAnswerKey } from './keys.ts';

const SECONDS = 30 * 86_400;

/** Caches answers of models for judges of tests, by a hash of the whole request. */
export interface AnswerCache {
  get(hash: string): Promise<string | undefined>;
  put(hash: string, answer: string): Promise<void>;
}

/** A user's answers in the table, for 30 days. None is stored once the user's data are being erased. */
export const answersInTable = (table: Table, userId: string, now = systemClock): AnswerCache => ({
  get: (hash) => readExpiringText(table, judgesAnswerKey(userId, hash), now()),
  async put(hash, text) {
    const Item = textItem(judgesAnswerKey(userId, hash), { text, seconds: SECONDS, now: now() });
    await tryTransact(table, [{ Put: { TableName: table.name, Item } }, unlessErased(table, userId)]);
  },
});
