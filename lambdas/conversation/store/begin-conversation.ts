import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, transactIf } from '../../platform/table/write-if.ts';
import type { Change } from '../model/change.ts';
import { type Session, type Turn, withoutAgent } from '../model/session.ts';
import { expiry } from './conversation-store.ts';
import { changeItems } from './conversations.ts';
import { historyKey, sessionKey, takeoverKey } from './keys.ts';

export interface Beginning {
  readonly session: Session;
  readonly now: Date;
  readonly history?: readonly Turn[];
}

/** Begins a conversation. Returns false if its call is over or has another one, or the vendor's session is over. */
export async function beginConversation(
  table: Table,
  connectionId: string,
  beginning: Beginning,
): Promise<boolean> {
  const { session } = beginning;
  return tryTransact(table, [
    { Put: sessionPut(table, connectionId, beginning) },
    connectionUpdate(table, connectionId, session),
    ...historyPuts(table, connectionId, beginning),
  ]);
}

/** The writes of the turns that a conversation resumes. They cause no events. */
export const historyPuts = (table: Table, connectionId: string, { session, now, history = [] }: Beginning) =>
  historyItems(history).map((item, part) => ({
    Put: {
      TableName: table.name,
      Item: { ...historyKey(connectionId, part), ...item, expires_at: expiry(session, now) },
    },
  }));

/** Gives a conversation to another connection of its call. Returns false if it changed, or was closed. */
export async function takeOver(
  table: Table,
  conversationId: string,
  { change, before, now }: { readonly change: Change; readonly before: Session; readonly now: Date },
): Promise<boolean> {
  const { connection_id = conversationId } = change.session;
  const expires_at = expiry(before, now);
  const former = before.connection_id ?? conversationId;
  // An erasure finds the items of a connection by their user.
  const names = { conversation_id: conversationId, former, user_id: before.user_id };
  const pointer = { ...takeoverKey(connection_id), ...names, expires_at };
  const { outcome } = await transactIf(table, [
    ...changeItems(table, conversationId, { before, ...change, now }),
    { Put: { TableName: table.name, Item: pointer } },
  ]);
  return outcome === 'done';
}

export const sessionPut = (table: Table, connectionId: string, { session, now }: Beginning) => ({
  TableName: table.name,
  Item: { ...sessionKey(connectionId), ...withoutAgent(session), expires_at: expiry(session, now) },
  ConditionExpression: NEW_ITEM,
});

function connectionUpdate(
  table: Table,
  connectionId: string,
  { call_id, user_id, resumes, relay_session_id }: Session,
) {
  const former =
    resumes === undefined
      ? '(attribute_not_exists(connection_id) OR connection_id = :connection)'
      : 'connection_id = :resumed';
  return updateOf(table, recordKey(user_id, 'call', call_id), {
    set: { connection_id: connectionId },
    // A setup may be handled after the vendor reported that its session is over.
    condition: `#status = :in_progress AND ${former} AND (attribute_not_exists(broken_off) OR broken_off.session_id <> :session)`,
    values: {
      ':in_progress': 'in_progress',
      ':session': relay_session_id ?? '',
      ...(resumes === undefined ? { ':connection': connectionId } : { ':resumed': resumes }),
    },
  });
}

/** Largest item of earlier turns, as JSON. Few items hold them, and they cause no events: those were published before. */
const HISTORY_ITEM_LENGTH = 200_000;

function historyItems(turns: readonly Turn[]): { readonly turns: Turn[] }[] {
  const parts: Turn[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const one of turns) {
    const own = JSON.stringify(one).length;
    if (length + own > HISTORY_ITEM_LENGTH) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(one);
    length += own;
  }
  return parts.map((part) => ({ turns: part }));
}
