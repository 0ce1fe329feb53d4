import type { Session } from '../domain/conversations/conversation.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import type { TokenMeter } from '../llm/token-meter.ts';
import type { ConversationContext } from './change-session.ts';
import type { RelayConnection } from './relay-connection.ts';

/** Dependencies of a frame's handler. */
export interface FrameContext extends ConversationContext {
  readonly connection: RelayConnection;
  /** The models of a conversation, in the order in which they are asked. */
  readonly models: (session: Session) => readonly LanguageModel[];
  /** Counts the tokens that the platform pays for. */
  readonly meter: TokenMeter;
  /** Passages of the agent's vector database that match the callee's words; never rejects. */
  readonly knowledge: (session: Session, said: string) => Promise<readonly string[]>;
  /** Schedules a silence check. */
  readonly watchSilence: (session: Session, silentSince: Date) => Promise<void>;
}
