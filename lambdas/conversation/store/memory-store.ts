import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { changedFields } from '../../platform/table/field-update.ts';
import type { PressedKey } from '../model/keys/keypad.ts';
import {
  type Session,
  type StoredSession,
  sessionWith,
  storedSession,
  type Turn,
  withoutAgent,
} from '../model/session.ts';
import type { ConversationStore } from './conversation-store.ts';
import { fieldsOfAnswer, type SentAnswer, type StoredChange, type TakenAction } from './conversations.ts';
import { type AgentsFields, MAX_PRESSED } from './session-fields.ts';
import {
  type FinalWords,
  type PartialWords,
  type SpeculatedTurn,
  type SpeculationState,
  speculationState,
} from './speculation-state.ts';

/** A conversation in memory, under the conditions of the table. A test of an agent is stored only when it is over. */
export class MemoryStore implements ConversationStore {
  readonly connectionId: string;
  readonly #snapshot: CallSnapshot;
  readonly #turns: Map<number, Turn>;
  #session: StoredSession;
  #speculation: SpeculationState | undefined;

  /** `turns`: those before the conversation goes on. */
  constructor(session: Session, snapshot: CallSnapshot, turns: readonly Turn[] = []) {
    this.connectionId = session.call_id;
    this.#turns = new Map(turns.map((turn) => [turn.number, turn]));
    this.#session = withoutAgent(session);
    this.#snapshot = snapshot;
  }

  async getSession() {
    return sessionWith(this.#session, this.#snapshot);
  }

  async getConversation() {
    const turns = [...this.#turns.values()].sort((one, other) => one.number - other.number);
    const speculation = this.#speculation && { speculation: this.#speculation };
    return { session: await this.getSession(), turns, ...speculation };
  }

  async getTurn(number: number) {
    return this.#turns.get(number);
  }

  async isSuperseded(generation: number) {
    const { generation: current, closed } = this.#session;
    return current !== (closed ? generation + 1 : generation);
  }

  async applyChange({ before, session: after, newTurns }: StoredChange) {
    const { version, closed, reports_playback } = this.#session;
    const isTaken = newTurns.some(({ number }) => this.#turns.has(number));
    if (version !== before.version || closed || isTaken) return false;
    if (reports_playback && !before.reports_playback) return false;
    const former = { played_characters: 0, ...withoutAgent(before) };
    const { set, remove } = changedFields(former, withoutAgent(after));
    const next: Record<string, unknown> = { ...this.#session, ...set };
    for (const name of remove) delete next[name];
    this.#session = storedSession.parse(next);
    for (const turn of newTurns) this.#turns.set(turn.number, turn);
    return true;
  }

  async addPlayed(characters: number) {
    const { answer, played_characters = 0 } = this.#session;
    if (!answer) return;
    this.#change({ reports_playback: true, played_characters: played_characters + characters });
  }

  async addPressedKey(key: PressedKey) {
    const { pressed_keys: pressed = [], entered_keys, expected_keys, version } = this.#session;
    const pressed_keys = [...pressed, key];
    if (pressed_keys.length > MAX_PRESSED || !this.#change({ pressed_keys, version: version + 1 }))
      return undefined;
    return { pressed_keys, entered_keys, expected_keys };
  }

  async recordAnswer(answer: SentAnswer) {
    return this.setUnlessInterrupted(fieldsOfAnswer(answer));
  }

  async recordAction({ turn, effect, generation, isLate }: TakenAction) {
    const { turns, version, generation: current } = this.#session;
    if (this.#turns.has(turn.number)) return false;
    if (!isLate) {
      if (turns !== turn.number - 1 || (generation ?? current) !== current) return false;
      if (!this.#change({ ...effect, turns: turn.number, version: version + 1 })) return false;
    }
    if (!effect.intention) this.#turns.set(turn.number, turn);
    return true;
  }

  async setUnlessInterrupted({ generation, set }: AgentsFields) {
    const { generation: current, version } = this.#session;
    return generation === current && this.#change({ ...set, version: version + 1 });
  }

  async markOutOfTokens() {
    this.#change({ out_of_tokens: true, version: this.#session.version + 1 });
  }

  async readSpeculationState() {
    return this.#speculation;
  }

  async notePartialWords({ invocationId, arrivedAt, wordsHash, waitedMs }: PartialWords) {
    const partial_ms = arrivedAt.getTime();
    const before = this.#speculation;
    if (before) {
      const isLate = before.partial_ms >= partial_ms || before.final_ms >= partial_ms;
      const isWaiting = before.invocation !== undefined && before.final_for === undefined;
      const isAbandoned = before.partial_ms < partial_ms - waitedMs;
      if (isLate || (before.words_hash === wordsHash && isWaiting && !isAbandoned)) return false;
    }
    const { generation: _, turns: __, final_for: ___, ...kept } = before ?? speculationState.parse({});
    this.#speculation = { ...kept, invocation: invocationId, partial_ms, words_hash: wordsHash };
    return true;
  }

  async noteSpeculation(invocationId: string, turn: SpeculatedTurn) {
    if (this.#speculation?.final_for !== undefined) return false;
    return this.#changeSpeculation(invocationId, { ...turn, requests_of: turn.generation });
  }

  async noteFinalWords(invocationId: string, { finalFor, arrivedAt }: FinalWords) {
    return this.#changeSpeculation(invocationId, { final_for: finalFor, final_ms: arrivedAt.getTime() });
  }

  async claimAnswer(invocationId: string, by: 'partial' | 'final') {
    const { claimed_invocation, claimed_by } = this.#speculation ?? {};
    if (claimed_invocation === invocationId && claimed_by !== by) return false;
    const state = this.#speculation ?? speculationState.parse({});
    this.#speculation = { ...state, claimed_invocation: invocationId, claimed_by: by };
    return true;
  }

  async addDroppedTokens(tokens: number) {
    const state = this.#speculation;
    if (state) this.#speculation = { ...state, dropped_tokens: state.dropped_tokens + tokens };
  }

  /** Changes fields unless the conversation is closed. */
  #change(set: Partial<StoredSession>): boolean {
    if (this.#session.closed) return false;
    this.#session = { ...this.#session, ...set };
    return true;
  }

  #changeSpeculation(invocationId: string, set: Partial<SpeculationState>): boolean {
    if (this.#speculation?.invocation !== invocationId) return false;
    this.#speculation = { ...this.#speculation, ...set };
    return true;
  }
}
