import { systemClock } from '../../platform/clock.ts';
import { keepText, keptText } from '../../platform/table/expiring-text.ts';
import { judgesAnswerKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';

const SECONDS = 30 * 86_400;

/** Keeps answers of models by a hash of all that they were asked, for judges of tests. */
export interface AnswerCache {
  get(hash: string): Promise<string | undefined>;
  put(hash: string, answer: string): Promise<void>;
}

/** A user's answers in the table, for 30 days. */
export const answersInTable = (table: Table, userId: string, now = systemClock): AnswerCache => ({
  get: (hash) => keptText(table, judgesAnswerKey(userId, hash), now()),
  put: (hash, text) => keepText(table, judgesAnswerKey(userId, hash), { text, seconds: SECONDS, now: now() }),
});
