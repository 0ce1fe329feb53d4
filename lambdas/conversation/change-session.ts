import type { Change } from '../domain/conversations/conversation.ts';
import type { Session } from '../domain/conversations/session.ts';
import { nameCall } from '../runtime/log/current-step.ts';
import { applyChange, getSession } from '../store/conversations/conversations.ts';
import { attemptUntil } from '../store/table/retry.ts';
import type { Table } from '../store/table/table.ts';

export interface ConversationContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly now: () => Date;
}

/** Stores what `decide` changes, starting from `known`. Returns the new session; undefined if nothing changed. */
export async function changeSession(
  { table, connectionId, now }: ConversationContext,
  decide: (session: Session) => Change | undefined,
  known?: Session,
): Promise<Session | undefined> {
  let latest = known;
  const changed = await attemptUntil(async () => {
    const before = latest ?? (await getSession(table, connectionId));
    latest = undefined;
    if (before) nameCall({ userId: before.user_id, callId: before.call_id });
    const decided = before && !before.closed ? decide(before) : undefined;
    if (!before || !decided) return { session: undefined };
    const isStored = await applyChange(table, connectionId, { before, now: now(), ...decided });
    return isStored ? { session: decided.session } : undefined;
  });
  return changed.session;
}
