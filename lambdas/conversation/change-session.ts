import type { Change, Session } from '../domain/conversations/conversation.ts';
import { applyChange, getSession } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';

/** What changing a conversation reaches. */
export interface ConversationContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly now: () => Date;
}

/** Attempts at a change of the conversation: another invocation may write between our read and our write. */
export const MAX_ATTEMPTS = 10;

/**
 * Stores a change of the session's state; gives the new state, or undefined when nothing was to be changed. A state that is
 * `known` already is not read again unless it has changed since.
 */
export async function changeSession(
  { table, connectionId, now }: ConversationContext,
  decide: (session: Session) => Change | undefined,
  known?: Session,
): Promise<Session | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = attempt === 0 && known ? known : await getSession(table, connectionId);
    const decided = before && !before.closed ? decide(before) : undefined;
    if (!before || !decided) return undefined;
    if (await applyChange(table, connectionId, { before, now: now(), ...decided })) return decided.session;
  }
  throw new Error('The conversation was written to by others each time.');
}
