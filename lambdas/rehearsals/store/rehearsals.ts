import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { snapshotPut } from '../../agents/store/snapshots.ts';
import type { Session, Turn } from '../../conversation/model/session.ts';
import { historyPuts, sessionPut } from '../../conversation/store/begin-conversation.ts';
import { expiry } from '../../conversation/store/conversation-store.ts';
import { conversationOf, itemsOf, turnPut } from '../../conversation/store/conversations.ts';
import { putItem } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { rehearsalBytesUpdate, type UserDay } from '../../usage/store/day-use.ts';
import { requireStoredRoom } from '../../usage/store/quota-use.ts';
import { type RehearsalNote, rehearsalNote, type StoredRehearsal } from '../model/rehearsal.ts';
import { REHEARSAL_NOTE_PREFIX, rehearsalConnection, rehearsalNoteKey } from './keys.ts';

/** Identifies a rehearsal. The user is in its key, so another user's cannot be named. */
export interface RehearsalKey {
  readonly userId: string;
  readonly rehearsalId: string;
}

/** Seconds for which a snapshot is stored: longer than its conversation, so that none loses its snapshot. */
const SNAPSHOT_SECONDS = 24 * 3600 + 3_600;

export interface RehearsalBeginning {
  readonly session: Session;
  readonly snapshot: CallSnapshot;
  readonly newTurns: readonly Turn[];
  /** The turns and notes of another rehearsal that it continues. @default none */
  readonly history?: readonly Turn[];
  readonly notes?: readonly RehearsalNote[];
  readonly now: Date;
}

/** Stores a new rehearsal, which expires. Throws QuotaExceeded; the quota of calls leaves out rehearsals. */
export async function beginRehearsal(table: Table, beginning: RehearsalBeginning): Promise<void> {
  const { session, snapshot, newTurns, history = [], notes = [], now } = beginning;
  const { user_id, call_id: id } = session;
  const connectionId = rehearsalConnection(user_id, id);
  const expires_at = expiry(session, now);
  await requireStoredRoom(table, { userId: user_id, now });
  const bytes = bytesOf(beginning);
  const { Put } = snapshotPut(table, { user_id, id, ...snapshot });
  const isBegun = await tryTransact(table, [
    { Put: sessionPut(table, connectionId, { session, now }) },
    { Put: { ...Put, Item: { ...Put.Item, expires_at: expires_at + SNAPSHOT_SECONDS } } },
    ...historyPuts(table, connectionId, { session, now, history }),
    ...notes.map((note) => ({
      Put: {
        TableName: table.name,
        Item: { ...rehearsalNoteKey(connectionId, note.turn), ...note, expires_at },
      },
    })),
    ...newTurns.map((turn) => turnPut(table, connectionId, { turn, now })),
    rehearsalBytesUpdate(table, { userId: user_id, now }, bytes),
  ]);
  if (!isBegun) throw new Error('A new rehearsal exists already.');
}

const bytesOf = (stored: unknown) => Buffer.byteLength(JSON.stringify(stored));

export async function countLine(
  table: Table,
  { userId, now }: UserDay,
  { before, after }: { readonly before: StoredRehearsal; readonly after: StoredRehearsal },
): Promise<void> {
  const turns = after.turns.slice(before.turns.length);
  const notes = after.notes.slice(before.notes.length);
  const { Update } = rehearsalBytesUpdate(table, { userId, now }, bytesOf({ turns, notes }));
  await table.client.send(new UpdateCommand(Update));
}

/** A rehearsal with its turns and notes. Returns undefined if it does not exist, or expired. */
export async function loadRehearsal(
  table: Table,
  { userId, rehearsalId }: RehearsalKey,
): Promise<StoredRehearsal | undefined> {
  const connectionId = rehearsalConnection(userId, rehearsalId);
  const items = await itemsOf(table, connectionId);
  const conversation = await conversationOf(table, items);
  const notes = items
    .filter(({ sk }) => String(sk).startsWith(REHEARSAL_NOTE_PREFIX))
    .map((item) => rehearsalNote.parse(item));
  return conversation && { ...conversation, notes };
}

export async function putNote(
  table: Table,
  { user_id, call_id }: Session,
  { note, now }: { readonly note: RehearsalNote; readonly now: Date },
): Promise<void> {
  const key = rehearsalNoteKey(rehearsalConnection(user_id, call_id), note.turn);
  const Item = { ...key, ...note, expires_at: expiry({}, now) };
  await putItem(table, Item);
}
