import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { type ConditionalChange, changedItem, holds } from '../../platform/table/conditional-change.ts';
import type { Item } from '../../platform/table/items.ts';
import { type Session, sessionWith, storedSession, type Turn, withoutAgent } from '../model/session.ts';
import {
  type ChangingItem,
  ConversationStore,
  type ConversationWrite,
  speculationState,
} from './conversation-store.ts';

/** A conversation in memory, under the conditions of the table. A test of an agent is stored only when it is over. */
export class MemoryStore extends ConversationStore {
  readonly connectionId: string;
  readonly conversationId: string;
  readonly #snapshot: CallSnapshot;
  readonly #turns: Map<number, Turn>;
  readonly #items: Partial<Record<ChangingItem, Item>>;

  /** `turns`: those before the conversation goes on. */
  constructor(session: Session, snapshot: CallSnapshot, turns: readonly Turn[] = []) {
    super();
    this.connectionId = session.call_id;
    this.conversationId = session.call_id;
    this.#turns = new Map(turns.map((turn) => [turn.number, turn]));
    this.#items = { session: { ...withoutAgent(session) } };
    this.#snapshot = snapshot;
  }

  async getSession() {
    return sessionWith(storedSession.parse(this.#items.session), this.#snapshot);
  }

  async getConversation() {
    const turns = [...this.#turns.values()].sort((one, other) => one.number - other.number);
    const speculation = await this.readSpeculationState();
    return { session: await this.getSession(), turns, ...(speculation && { speculation }) };
  }

  async getTurn(number: number) {
    return this.#turns.get(number);
  }

  async readSpeculationState() {
    return this.#items.speculation && speculationState.parse(this.#items.speculation);
  }

  protected async readItem() {
    return this.#items.session;
  }

  protected async change(item: ChangingItem, change: ConditionalChange) {
    const before = this.#items[item] ?? {};
    if (!holds(change.when, before)) return undefined;
    this.#items[item] = changedItem(before, change);
    return this.#items[item];
  }

  protected async write({ session, turns }: ConversationWrite) {
    if (turns.some(({ number }) => this.#turns.has(number))) return false;
    if (session && !(await this.change('session', session))) return false;
    for (const turn of turns) this.#turns.set(turn.number, turn);
    return true;
  }
}
