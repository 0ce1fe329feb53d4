import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ConditionalChange, updateFor } from '../../platform/table/conditional-change.ts';
import { type Item, readItem, updatedItem, updateItem } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf } from '../../platform/table/write-if.ts';
import {
  type ChangingItem,
  ConversationStore,
  type ConversationWrite,
  type SpeculationState,
  speculationState,
} from './conversation-store.ts';
import { getConversation, getSession, getTurn, sessionUpdate, turnPut } from './conversations.ts';
import { sessionKey, speculationKey } from './keys.ts';

export const tableStore = (table: Table, connectionId: string): ConversationStore =>
  new TableStore(table, connectionId);

/** A conversation in the table. */
class TableStore extends ConversationStore {
  readonly connectionId: string;
  readonly #table: Table;

  constructor(table: Table, connectionId: string) {
    super();
    this.#table = table;
    this.connectionId = connectionId;
  }

  getSession() {
    return getSession(this.#table, this.connectionId);
  }

  getConversation() {
    return getConversation(this.#table, this.connectionId);
  }

  getTurn(number: number) {
    return getTurn(this.#table, this.connectionId, number);
  }

  /** The item, read eventually consistently: it may be moments old. */
  async readSpeculationState(): Promise<SpeculationState | undefined> {
    const Key = speculationKey(this.connectionId);
    const { Item } = await this.#table.client.send(new GetCommand({ TableName: this.#table.name, Key }));
    return Item && speculationState.parse(Item);
  }

  protected readItem() {
    return readItem(this.#table, sessionKey(this.connectionId));
  }

  /** Only keys that were added are read from the changed item, which may be large. */
  protected async change(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined> {
    const key = item === 'session' ? sessionKey(this.connectionId) : speculationKey(this.connectionId);
    const update = updateFor(change);
    if (change.append) return updatedItem(this.#table, key, update);
    return (await updateItem(this.#table, key, update)) ? {} : undefined;
  }

  protected async write(
    { session, turns, now }: ConversationWrite,
    options?: { readonly attempts: 1 },
  ): Promise<boolean> {
    const writes = [
      ...(session ? [sessionUpdate(this.#table, this.connectionId, session)] : []),
      ...turns.map((turn) => turnPut(this.#table, this.connectionId, { turn, now })),
    ];
    if (!options) return tryTransact(this.#table, writes);
    return (await transactIf(this.#table, writes)).outcome === 'done';
  }
}
