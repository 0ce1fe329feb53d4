import type { Session } from '../domain/conversations/conversation.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import type { TokenMeter } from '../llm/token-meter.ts';
import type { ConversationContext } from './change-session.ts';
import type { RelayConnection } from './relay-connection.ts';

/** What a conversation's messages reach. */
export interface FrameContext extends ConversationContext {
  readonly connection: RelayConnection;
  /** The models that answer in a conversation, in the order in which they are asked. */
  readonly models: (session: Session) => readonly LanguageModel[];
  /** Counts the tokens that the models use at the platform's expense. */
  readonly meter: TokenMeter;
  /** What the agent's vector database has on what was said; never rejects. */
  readonly knowledge: (session: Session, said: string) => Promise<readonly string[]>;
  /** Schedules a silence check. */
  readonly watchSilence: (session: Session, silentSince: Date) => Promise<void>;
}
