import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { rememberedSnapshot } from '../../agents/store/snapshots.ts';
import { type ConditionalChange, updateFor } from '../../platform/table/conditional-change.ts';
import {
  type Item,
  queryPages,
  readItem,
  updatedItem,
  updateItem,
  updateOf,
} from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, transactIf } from '../../platform/table/write-if.ts';
import {
  type Session,
  type StoredSession,
  sessionWith,
  storedSession,
  type Turn,
  turn,
} from '../model/session.ts';
import {
  type ChangingItem,
  ConversationStore,
  type ConversationWrite,
  expiry,
  type SpeculationState,
  type StoredChange,
  type StoredConversation,
  sessionChange,
  speculationState,
} from './conversation-store.ts';
import { conversationPartition, sessionKey, speculationKey, takeoverKey, turnKey } from './keys.ts';

export const tableStore = (table: Table, connectionId: string): ConversationStore =>
  new TableStore(table, connectionId);

/** A conversation in the table. A connection has its own, or that of an earlier connection of its call. */
class TableStore extends ConversationStore {
  readonly connectionId: string;
  conversationId: string;
  readonly #table: Table;
  #isFound = false;

  constructor(table: Table, connectionId: string) {
    super();
    this.#table = table;
    this.connectionId = connectionId;
    this.conversationId = connectionId;
  }

  getSession(): Promise<Session | undefined> {
    return this.#find(() => getSession(this.#table, this.conversationId));
  }

  async getConversation(): Promise<StoredConversation | undefined> {
    const found = await this.#find(() => getConversation(this.#table, this.conversationId));
    if (!found || this.conversationId === this.connectionId) return found;
    // Words that aren't final belong to their connection.
    const { speculation: _, ...conversation } = found;
    const speculation = await this.readSpeculationState();
    return { ...conversation, ...(speculation && { speculation }) };
  }

  /** The turn with this number, if it was stored in this conversation and not in one that it resumes. */
  async getTurn(number: number): Promise<Turn | undefined> {
    const item = await readItem(this.#table, turnKey(this.conversationId, number));
    return item && turn.parse(item);
  }

  /** The item, read eventually consistently: it may be moments old. */
  async readSpeculationState(): Promise<SpeculationState | undefined> {
    const Key = speculationKey(this.connectionId);
    const { Item } = await this.#table.client.send(new GetCommand({ TableName: this.#table.name, Key }));
    return Item && speculationState.parse(Item);
  }

  protected readItem(): Promise<Item | undefined> {
    return this.#find(() => readItem(this.#table, sessionKey(this.conversationId)));
  }

  protected async change(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined> {
    if (item === 'speculation') return this.#update(item, change);
    return this.#find(() => this.#update(item, change));
  }

  /** Only keys that were added are read from the changed item, which may be large. */
  async #update(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined> {
    const key = item === 'session' ? sessionKey(this.conversationId) : speculationKey(this.connectionId);
    const update = updateFor(change);
    if (change.append) return updatedItem(this.#table, key, update);
    return (await updateItem(this.#table, key, update)) ? {} : undefined;
  }

  protected async write(
    { session, turns, now }: ConversationWrite,
    options?: { readonly attempts: 1 },
  ): Promise<boolean> {
    const writes = [
      ...(session ? [sessionUpdate(this.#table, this.conversationId, session)] : []),
      ...turns.map((turn) => turnPut(this.#table, this.conversationId, { turn, now })),
    ];
    if (!options) return tryTransact(this.#table, writes);
    return (await transactIf(this.#table, writes)).outcome === 'done';
  }

  /** Reads or changes the conversation: if the connection has none of its own, the one that it took over. */
  async #find<T>(use: () => Promise<T | undefined>): Promise<T | undefined> {
    const result = await use();
    if (result !== undefined) this.#isFound = true;
    if (this.#isFound) return result;
    const pointer = await readItem(this.#table, takeoverKey(this.connectionId));
    if (!pointer) return undefined;
    this.conversationId = takeover.parse(pointer).conversation_id;
    this.#isFound = true;
    return use();
  }
}

/** Which conversation a connection took over. `former`: the connection that had it before. */
const takeover = z.object({ conversation_id: z.string(), former: z.optional(z.string()) });

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

/** Most items of one transaction. */
const MAX_ITEMS = 100;

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
