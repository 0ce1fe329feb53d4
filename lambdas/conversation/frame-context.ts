import type { Passage } from '../domain/conversations/passage.ts';
import type { Session } from '../domain/conversations/session.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import type { TokenMeter } from '../llm/model-usage.ts';
import type { ConversationContext } from './change-session.ts';
import type { RelayConnection } from './relay/relay-connection.ts';
import type { SpeculationTimes } from './speculation/times.ts';

export interface FrameContext extends ConversationContext {
  readonly arrivedAt: Date;
  /** What tells the frame from all others of its connection. @default a new id */
  readonly frameId?: string;
  readonly connection: RelayConnection;
  readonly models: (session: Session) => readonly LanguageModel[];
  readonly meter: TokenMeter;
  /** Passages of the agent's vector database that match the callee's words; never rejects. */
  readonly knowledge: (session: Session, said: string) => Promise<readonly Passage[]>;
  readonly watchKeys: (session: Session, due: Date) => Promise<void>;
  readonly watchVoicemail: (session: Session, due: Date) => Promise<void>;
  readonly watchSilence: (session: Session, silentSince: Date) => Promise<void>;
  /** Other times of speculations. @default SPECULATION_TIMES */
  readonly speculationTimes?: Partial<SpeculationTimes>;
}
