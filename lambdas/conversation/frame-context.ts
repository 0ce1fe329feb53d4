import type { Table } from '../platform/table/table.ts';
import type { LanguageModel } from '../vendors/llm/language-model.ts';
import type { TokenMeter } from '../vendors/llm/model-usage.ts';
import type { Passage } from '../vendors/model/llm-message.ts';
import type { AskService } from './actions/ask-external-service.ts';
import type { ToolOutcome } from './model/actions/tools.ts';
import type { Session } from './model/session.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { ConversationStore } from './store/conversation-store.ts';
import type { Wait } from './wait.ts';

export interface SpeculationTimes {
  /** The vendor reports words every 250 ms while a person speaks: https://developers.deepgram.com/docs/flux/state */
  readonly stableMs: number;
  readonly pollMs: number;
  /** For which the invocation of the final words waits for the one that has the answer. */
  readonly adoptMs: number;
}

export interface ConversationContext {
  readonly store: ConversationStore;
  /** Has the call and its user's counters. @default none: it is a test of an agent, which changes no records */
  readonly table?: Table;
  readonly now: () => Date;
  /** Waits in a test's time, also before the repetition of a write. @default real time */
  readonly wait?: Wait;
}

type Watch = 'watchKeys' | 'watchSilence';

/** Without its optional functions, the invocation itself watches the silence and the keys. */
export interface EffectContext extends ConversationContext {
  readonly connection: RelayConnection;
  readonly watchKeys?: (session: Session, due: Date) => Promise<void>;
  readonly watchSilence?: (session: Session, silentSince: Date) => Promise<void>;
}

export interface FrameContext extends Omit<EffectContext, Watch>, Required<Pick<EffectContext, Watch>> {
  readonly arrivedAt: Date;
  /** Identifies the frame within its connection. @default a new id */
  readonly frameId?: string;
  readonly models: (session: Session) => readonly LanguageModel[];
  readonly meter: TokenMeter;
  /** Passages of the agent's vector database that match the contact's words; never rejects. */
  readonly knowledge: (session: Session, words: string) => Promise<readonly Passage[]>;
  readonly watchVoicemail: (session: Session, due: Date) => Promise<void>;
  /** @default askActionService */
  readonly askService?: AskService;
  /** Observes each tool call of the model with its result. @default nobody does */
  readonly onTool?: (outcome: ToolOutcome) => void;
  /** Other times of speculations. @default SPECULATION_TIMES */
  readonly speculationTimes?: Partial<SpeculationTimes>;
}
