import type { Table } from '../platform/table/table.ts';
import type { LanguageModel } from '../vendors/llm/language-model.ts';
import type { TokenMeter } from '../vendors/llm/model-usage.ts';
import type { Passage } from './model/llm-message.ts';
import type { Session } from './model/session.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { SpeculationTimes } from './speculation/words-never-final.ts';

export interface ConversationContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly now: () => Date;
}

/** Without its optional functions, the invocation itself watches the silence and the keys. */
export interface EffectContext extends ConversationContext {
  readonly connection: RelayConnection;
  readonly watchKeys?: (session: Session, due: Date) => Promise<void>;
  readonly watchSilence?: (session: Session, silentSince: Date) => Promise<void>;
}

export interface FrameContext extends Required<EffectContext> {
  readonly arrivedAt: Date;
  /** Identifies the frame within its connection. @default a new id */
  readonly frameId?: string;
  readonly models: (session: Session) => readonly LanguageModel[];
  readonly meter: TokenMeter;
  /** Passages of the agent's vector database that match the contact's words; never rejects. */
  readonly knowledge: (session: Session, words: string) => Promise<readonly Passage[]>;
  readonly watchVoicemail: (session: Session, due: Date) => Promise<void>;
  /** Other times of speculations. @default SPECULATION_TIMES */
  readonly speculationTimes?: Partial<SpeculationTimes>;
}
