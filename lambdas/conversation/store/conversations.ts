import * as z from 'zod/mini';
import { rememberedSnapshot } from '../../agents/store/snapshots.ts';
import { changedFields } from '../../platform/table/field-update.ts';
import { type Item, queryPages, readItem, updateItem, updateOf } from '../../platform/table/items.ts';
import {
  conversationPartition,
  historyKey,
  recordKey,
  sessionKey,
  turnKey,
} from '../../platform/table/keys.ts';
import { isTransacted } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, transactIf } from '../../platform/table/write-if.ts';
import type { NewTurns } from '../model/new-turns.ts';
import {
  type ActionTurn,
  type Conversation,
  type Session,
  type StoredSession,
  sessionWith,
  storedSession,
  type Turn,
  turn,
  withoutAgent,
} from '../model/session.ts';
import { type AgentsFields, setUnlessInterrupted } from './session-fields.ts';
import { type SpeculationState, speculationState } from './speculation-state.ts';

export interface StoredConversation extends Conversation {
  /** The contact's words before they are final; absent if the vendor does not report them. */
  readonly speculation?: SpeculationState;
}

/** Seconds for which a conversation's items are kept after its beginning. Calls keep their transcript. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The same for HIPAA-compliant calls, which are deleted at their end, from the last change. */
const KEPT_PRIVATE_SECONDS = 2 * 3600;

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
  return isTransacted(table, [
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

export interface StoredChange extends NewTurns {
  readonly before: Session;
  readonly now: Date;
}

/** Attempts once to store a change. Returns false if the session changed or another write was in progress. */
export async function applyChange(
  table: Table,
  connectionId: string,
  change: StoredChange,
): Promise<boolean> {
  const { outcome } = await transactIf(table, changeItems(table, connectionId, change));
  return outcome === 'done';
}

/** Adds to the number of played characters; ignored without a pending answer. */
export async function addPlayed(table: Table, connectionId: string, characters: number): Promise<void> {
  await updateItem(table, sessionKey(connectionId), {
    set: { reports_playback: true },
    add: { played_characters: characters },
    condition: 'attribute_exists(answer) AND attribute_not_exists(closed)',
  });
}

export function changeItems(table: Table, connectionId: string, change: StoredChange) {
  const { newTurns, now } = change;
  return [
    sessionUpdate(table, connectionId, change),
    ...newTurns.map((item) => turnPut(table, connectionId, { turn: item, now })),
  ];
}

function sessionUpdate(table: Table, connectionId: string, { before, session: after, now }: StoredChange) {
  const { set, remove } = changedFields(
    { played_characters: 0, ...withoutAgent(before) },
    withoutAgent(after),
  );
  return updateOf(table, sessionKey(connectionId), {
    set: { ...set, expires_at: expiry(after, now) },
    // `played_characters` grows without changing the version, and `reports_playback` is set once there.
    remove,
    condition: `version = :version AND attribute_not_exists(closed)${before.reports_playback ? '' : ' AND attribute_not_exists(reports_playback)'}`,
    values: { ':version': before.version },
  });
}

/** The sent part of an answer, and what it means for the call. */
export type SentAnswer = Required<Pick<Session, 'generation' | 'answer' | 'failures' | 'ending'>>;

export const fieldsOfAnswer = ({ generation, ending, ...set }: SentAnswer): AgentsFields => ({
  generation,
  set: { ...set, ...(ending && { ending }) },
});

/** Stores the sent part of an answer. Returns false if its generation is old: the contact interrupted. */
export const recordAnswer = (table: Table, connectionId: string, answer: SentAnswer): Promise<boolean> =>
  setUnlessInterrupted(table, connectionId, fieldsOfAnswer(answer));

export interface TakenAction {
  readonly turn: ActionTurn;
  readonly effect: Pick<Session, 'ending' | 'handoff' | 'holding' | 'intention'>;
  /** Without it, the action is stored whatever was said meanwhile. */
  readonly generation?: number;
  /** Whether the conversation was closed before. */
  readonly isLate: boolean;
  readonly now: Date;
}

/** Stores an action at its place, or an intention. Returns false if the place is taken or the generation changed. */
export async function recordAction(
  table: Table,
  connectionId: string,
  { turn: item, effect, generation, isLate, now }: TakenAction,
): Promise<boolean> {
  const put = turnPut(table, connectionId, { turn: item, now });
  if (isLate) return isTransacted(table, [put]);
  const session = updateOf(table, sessionKey(connectionId), {
    set: { ...effect, turns: item.number },
    add: { version: 1 },
    condition: `turns = :before AND attribute_not_exists(closed)${generation === undefined ? '' : ' AND generation = :generation'}`,
    values: { ':before': item.number - 1, ...(generation !== undefined && { ':generation': generation }) },
  });
  return isTransacted(table, effect.intention ? [session] : [session, put]);
}

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
  const { resumes } = storedSession.parse(head);
  if (resumes !== undefined) await deleteConversation(table, resumes);
  // The session goes last: while it exists, the rest can be found.
  const keys = [...items.filter((item) => item !== head), head].map(({ pk, sk }) => ({ pk, sk }));
  for (let start = 0; start < keys.length; start += MAX_ITEMS) {
    const writes = keys
      .slice(start, start + MAX_ITEMS)
      .map((Key) => ({ Delete: { TableName: table.name, Key } }));
    await isTransacted(table, writes);
  }
}

/** When an item of a conversation expires: seconds since 1970. */
export const expiry = ({ hipaa_compliant }: Pick<Session, 'hipaa_compliant'>, now: Date) =>
  Math.floor(now.getTime() / 1000) + (hipaa_compliant ? KEPT_PRIVATE_SECONDS : KEPT_SECONDS);
