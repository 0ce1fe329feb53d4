import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ConditionalChange, updateFor } from '../../platform/table/conditional-change.ts';
import { type Item, readItem, updatedItem, updateItem } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf } from '../../platform/table/write-if.ts';
import type { Session } from '../model/session.ts';
import {
  type ChangingItem,
  ConversationStore,
  type ConversationWrite,
  type SpeculationState,
  type StoredConversation,
  speculationState,
} from './conversation-store.ts';
import {
  getConversation,
  getSession,
  getTurn,
  sessionUpdate,
  takenConversation,
  turnPut,
} from './conversations.ts';
import { sessionKey, speculationKey } from './keys.ts';

export const tableStore = (table: Table, connectionId: string): ConversationStore =>
  new TableStore(table, connectionId);

/** A conversation in the table. A connection has its own, or that of an earlier connection of its call. */
class TableStore extends ConversationStore {
  readonly connectionId: string;
  readonly #table: Table;
  #conversationId: string;
  #isFound = false;

  constructor(table: Table, connectionId: string) {
    super();
    this.#table = table;
    this.connectionId = connectionId;
    this.#conversationId = connectionId;
  }

  get conversationId(): string {
    return this.#conversationId;
  }

  getSession(): Promise<Session | undefined> {
    return this.#find(() => getSession(this.#table, this.#conversationId));
  }

  async getConversation(): Promise<StoredConversation | undefined> {
    const found = await this.#find(() => getConversation(this.#table, this.#conversationId));
    if (!found || this.#conversationId === this.connectionId) return found;
    // Words that aren't final belong to their connection.
    const { speculation: _, ...conversation } = found;
    const speculation = await this.readSpeculationState();
    return { ...conversation, ...(speculation && { speculation }) };
  }

  getTurn(number: number) {
    return getTurn(this.#table, this.#conversationId, number);
  }

  /** The item, read eventually consistently: it may be moments old. */
  async readSpeculationState(): Promise<SpeculationState | undefined> {
    const Key = speculationKey(this.connectionId);
    const { Item } = await this.#table.client.send(new GetCommand({ TableName: this.#table.name, Key }));
    return Item && speculationState.parse(Item);
  }

  protected readItem(): Promise<Item | undefined> {
    return this.#find(() => readItem(this.#table, sessionKey(this.#conversationId)));
  }

  protected async change(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined> {
    if (item === 'speculation') return this.#update(item, change);
    return this.#find(() => this.#update(item, change));
  }

  /** Only keys that were added are read from the changed item, which may be large. */
  async #update(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined> {
    const key = item === 'session' ? sessionKey(this.#conversationId) : speculationKey(this.connectionId);
    const update = updateFor(change);
    if (change.append) return updatedItem(this.#table, key, update);
    return (await updateItem(this.#table, key, update)) ? {} : undefined;
  }

  protected async write(
    { session, turns, now }: ConversationWrite,
    options?: { readonly attempts: 1 },
  ): Promise<boolean> {
    const writes = [
      ...(session ? [sessionUpdate(this.#table, this.#conversationId, session)] : []),
      ...turns.map((turn) => turnPut(this.#table, this.#conversationId, { turn, now })),
    ];
    if (!options) return tryTransact(this.#table, writes);
    return (await transactIf(this.#table, writes)).outcome === 'done';
  }

  /** Reads or changes the conversation: if the connection has none of its own, the one that it took over. */
  async #find<T>(use: () => Promise<T | undefined>): Promise<T | undefined> {
    const result = await use();
    if (result !== undefined) this.#isFound = true;
    if (this.#isFound) return result;
    const taken = await takenConversation(this.#table, this.connectionId);
    if (taken === undefined) return undefined;
    this.#conversationId = taken;
    this.#isFound = true;
    return use();
  }
}
