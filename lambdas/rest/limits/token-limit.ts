import { DomainError } from '../../domain/errors.ts';
import { MAX_TOKENS } from '../../domain/tokens/token.ts';
import { listTokens } from '../../store/records/tokens.ts';
import type { Table } from '../../store/table/table.ts';

/** Requires that the user may have one more token, new or by rotation. Concurrent requests may exceed the limit by their number. */
export async function requireRoomForToken(table: Table, userId: string): Promise<void> {
  if ((await listTokens(table, userId)).length < MAX_TOKENS) return;
  const msg = `You may have ${MAX_TOKENS} tokens: revoke some, also those that have expired.`;
  throw new DomainError('conflict', [{ loc: [], msg, type: 'too_many_tokens' }]);
}
