import type { Passage } from '../domain/conversations/passage.ts';
import type { Session } from '../domain/conversations/session.ts';
import { rejectionOf } from '../runtime/abort-race.ts';
import { logger } from '../runtime/logger.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { searchVectorDatabase } from './vector-database.ts';

/** Milliseconds for a whole lookup: the callee is waiting. */
const BUDGET_MS = 800;

/** The passages for a text; none on failure and after a time-out. */
export async function lookUpKnowledge(
  table: Table,
  { call_id, user_id, settings, holding }: Pick<Session, 'call_id' | 'user_id' | 'settings' | 'holding'>,
  said: string,
): Promise<readonly Passage[]> {
  const { vector_database: id } = settings;
  if (!id || holding) return [];
  const signal = AbortSignal.timeout(BUDGET_MS);
  try {
    return await Promise.race([search(table, { userId: user_id, id, said, signal }), rejectionOf(signal)]);
  } catch (error) {
    logger.warn('The knowledge of an agent could not be looked up.', {
      callId: call_id,
      reason: reasonOf(error),
    });
    return [];
  }
}

async function search(
  table: Table,
  {
    userId,
    id,
    said,
    signal,
  }: { readonly userId: string; readonly id: string; readonly said: string; readonly signal: AbortSignal },
): Promise<Passage[]> {
  const database = await getRecord(table, userId, 'vector_database', id);
  if (!database) throw new Error('The vector database was deleted.');
  return searchVectorDatabase(database, said, signal);
}

/** The reason for the log, without any content of the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || !(error instanceof Error) || 'issues' in error)
    return 'The answer has an unexpected form.';
  return error.message;
}
