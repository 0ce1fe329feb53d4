import type { Table } from '../../platform/table/table.ts';
import type { PressedKey } from '../model/keys/keypad.ts';
import type { Session, Turn } from '../model/session.ts';
import {
  addPlayed,
  applyChange,
  getConversation,
  getSession,
  getTurn,
  recordAction,
  recordAnswer,
  type SentAnswer,
  type StoredChange,
  type StoredConversation,
  type TakenAction,
} from './conversations.ts';
import {
  type AgentsFields,
  addPressedKey,
  isSuperseded,
  markOutOfTokens,
  type PendingKeys,
  setUnlessInterrupted,
} from './session-fields.ts';
import {
  addDroppedTokens,
  claimAnswer,
  type FinalWords,
  noteFinalWords,
  notePartialWords,
  noteSpeculation,
  type PartialWords,
  readSpeculationState,
  type SpeculatedTurn,
  type SpeculationState,
} from './speculation-state.ts';

/** What is stored of one conversation. Each write has the condition that its function in this folder describes. */
export interface ConversationStore {
  readonly connectionId: string;
  getSession(): Promise<Session | undefined>;
  getConversation(): Promise<StoredConversation | undefined>;
  getTurn(number: number): Promise<Turn | undefined>;
  isSuperseded(generation: number): Promise<boolean>;
  applyChange(change: StoredChange): Promise<boolean>;
  addPlayed(characters: number): Promise<void>;
  addPressedKey(key: PressedKey): Promise<PendingKeys | undefined>;
  recordAnswer(answer: SentAnswer): Promise<boolean>;
  recordAction(action: TakenAction): Promise<boolean>;
  setUnlessInterrupted(fields: AgentsFields): Promise<boolean>;
  markOutOfTokens(): Promise<void>;
  readSpeculationState(): Promise<SpeculationState | undefined>;
  notePartialWords(words: PartialWords): Promise<boolean>;
  noteSpeculation(invocationId: string, turn: SpeculatedTurn): Promise<boolean>;
  noteFinalWords(invocationId: string, words: FinalWords): Promise<boolean>;
  claimAnswer(invocationId: string, by: 'partial' | 'final'): Promise<boolean>;
  addDroppedTokens(tokens: number): Promise<void>;
}

/** A conversation in the table. */
export function tableStore(table: Table, connectionId: string): ConversationStore {
  const place = { table, connectionId };
  return {
    connectionId,
    getSession: () => getSession(table, connectionId),
    getConversation: () => getConversation(table, connectionId),
    getTurn: (number) => getTurn(table, connectionId, number),
    isSuperseded: (generation) => isSuperseded(table, connectionId, generation),
    applyChange: (change) => applyChange(table, connectionId, change),
    addPlayed: (characters) => addPlayed(table, connectionId, characters),
    addPressedKey: (key) => addPressedKey(table, connectionId, key),
    recordAnswer: (answer) => recordAnswer(table, connectionId, answer),
    recordAction: (action) => recordAction(table, connectionId, action),
    setUnlessInterrupted: (fields) => setUnlessInterrupted(table, connectionId, fields),
    markOutOfTokens: () => markOutOfTokens(table, connectionId),
    readSpeculationState: () => readSpeculationState(place),
    notePartialWords: (words) => notePartialWords(place, words),
    noteSpeculation: (invocationId, turn) => noteSpeculation(place, invocationId, turn),
    noteFinalWords: (invocationId, words) => noteFinalWords(place, invocationId, words),
    claimAnswer: (invocationId, by) => claimAnswer(place, invocationId, by),
    addDroppedTokens: (tokens) => addDroppedTokens(place, tokens),
  };
}
