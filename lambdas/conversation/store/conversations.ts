import * as z from 'zod/mini';
import { rememberedSnapshot } from '../../agents/store/snapshots.ts';
import { type ConditionalChange, updateFor } from '../../platform/table/conditional-change.ts';
import { type Item, queryPages, readItem, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, transactIf } from '../../platform/table/write-if.ts';
import type { Change } from '../model/change.ts';
import {
  type Session,
  type StoredSession,
  sessionWith,
  storedSession,
  type Turn,
  turn,
  withoutAgent,
} from '../model/session.ts';
import {
  expiry,
  type StoredChange,
  type StoredConversation,
  sessionChange,
  speculationState,
} from './conversation-store.ts';
import { conversationPartition, historyKey, sessionKey, takeoverKey, turnKey } from './keys.ts';

const MAX_ITEMS = 100;

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

/** `former`: the connection that had the conversation before. */
const takeover = z.object({ conversation_id: z.string(), former: z.optional(z.string()) });

/** The conversation that a connection took over; undefined if it took over none. */
export async function takenConversation(table: Table, connectionId: string): Promise<string | undefined> {
  const item = await readItem(table, takeoverKey(connectionId));
  return item && takeover.parse(item).conversation_id;
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

/** The session without its turns, in two requests, or one if the container knows the snapshot. */
export async function getSession(table: Table, connectionId: string): Promise<Session | undefined> {
  const item = await readItem(table, sessionKey(connectionId));
  return item && withAgent(table, storedSession.parse(item));
}

async function withAgent(table: Table, stored: StoredSession): Promise<Session | undefined> {
  const { user_id: userId, call_id, snapshot_id } = stored;
  const snapshot = await rememberedSnapshot(table, { userId, snapshotId: snapshot_id ?? call_id });
  return snapshot && sessionWith(stored, snapshot);
}

/** The conversation with its turns, one request per megabyte, and one for the snapshot as in getSession. */
export async function getConversation(
  table: Table,
  connectionId: string,
): Promise<StoredConversation | undefined> {
  return conversationOf(table, await itemsOf(table, connectionId));
}

/** The conversation of items that were read, with one request for the snapshot as in getSession. */
export async function conversationOf(
  table: Table,
  items: readonly Item[],
): Promise<StoredConversation | undefined> {
  const head = items.find(isHead);
  const session = head && (await withAgent(table, storedSession.parse(head)));
  if (!session) return undefined;
  const turns = items.filter(hasTurns).flatMap((item) => turnsOf(item));
  const speculation = items.find(({ sk }) => sk === 'SPECULATION');
  return { session, turns, ...(speculation && { speculation: speculationState.parse(speculation) }) };
}

/** The turns of a conversation, one request per megabyte. Returns none if there is no such conversation. */
export const getTurns = async (table: Table, connectionId: string): Promise<readonly Turn[]> =>
  (await itemsOf(table, connectionId)).filter(hasTurns).flatMap((item) => turnsOf(item));

/** The turn with this number, if it was stored in this conversation and not in one that it resumes. */
export async function getTurn(table: Table, connectionId: string, number: number): Promise<Turn | undefined> {
  const item = await readItem(table, turnKey(connectionId, number));
  return item && turn.parse(item);
}

export async function itemsOf(table: Table, connectionId: string): Promise<Item[]> {
  const items: Item[] = [];
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': conversationPartition(connectionId) },
  });
  for await (const page of pages) items.push(...page);
  return items;
}

const isHead = ({ sk }: Item) => sk === 'SESSION';

const hasTurns = ({ sk }: Item) => /^(HISTORY|TURN)#/.test(String(sk));

const history = z.object({ turns: z.array(turn) });

const turnsOf = (item: Item): Turn[] =>
  String(item.sk).startsWith('HISTORY#') ? history.parse(item).turns : [turn.parse(item)];

export function changeItems(table: Table, connectionId: string, change: StoredChange) {
  const { newTurns, now } = change;
  return [
    sessionUpdate(table, connectionId, sessionChange(change)),
    ...newTurns.map((item) => turnPut(table, connectionId, { turn: item, now })),
  ];
}

export const sessionUpdate = (table: Table, connectionId: string, change: ConditionalChange) =>
  updateOf(table, sessionKey(connectionId), updateFor(change));

export const turnPut = (
  table: Table,
  connectionId: string,
  { turn: item, now }: { readonly turn: Turn; readonly now: Date },
) => ({
  Put: {
    TableName: table.name,
    Item: { ...turnKey(connectionId, item.number), ...item, expires_at: expiry(item, now) },
    ConditionExpression: NEW_ITEM,
  },
});

export async function deleteConversation(table: Table, connectionId: string): Promise<void> {
  const items = await itemsOf(table, connectionId);
  const head = items.find(isHead);
  if (!head) return;
  const { resumes, connection_id } = storedSession.parse(head);
  if (resumes !== undefined) await deleteConversation(table, resumes);
  const ofLater = connection_id === undefined ? [] : await itemsOfLater(table, connection_id);
  // The session goes last: while it exists, the rest can be found.
  const keys = [...items.filter((item) => item !== head), ...ofLater, head].map(({ pk, sk }) => ({ pk, sk }));
  for (let start = 0; start < keys.length; start += MAX_ITEMS) {
    const writes = keys
      .slice(start, start + MAX_ITEMS)
      .map((Key) => ({ Delete: { TableName: table.name, Key } }));
    await tryTransact(table, writes);
  }
}

/** The items of connections that took a conversation over, from the last one on. */
async function itemsOfLater(table: Table, connectionId: string): Promise<Item[]> {
  const items = await itemsOf(table, connectionId);
  const pointer = items.find(({ sk }) => sk === 'TAKEOVER');
  const { former } = pointer ? takeover.parse(pointer) : {};
  return former === undefined ? [] : [...(await itemsOfLater(table, former)), ...items];
}
