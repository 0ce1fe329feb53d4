import { setTimeout as timeout } from 'node:timers/promises';
import type { AskService } from '../actions/model/external-service.ts';
import type { LanguageModel } from '../vendors/llm/language-model.ts';
import type { Language } from '../vendors/model/languages.ts';
import type { Passage } from '../vendors/model/llm-message.ts';
import type { SpeechPart } from '../vendors/model/speech-part.ts';
import type { OutgoingFrame } from '../vendors/telephony/relay-frames.ts';
import type { ToolOutcome } from './model/actions/tools.ts';
import type { Session } from './model/session.ts';
import type { ConversationStore, TakenAction } from './store/conversation-store.ts';

// What a conversation needs from whoever runs it: a telephone call, a rehearsal, or a test of an agent.

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const realWait: Wait = (ms, signal) => timeout(ms, undefined, { ...(signal && { signal }) });

export interface Connection {
  /** Sends a frame. Returns false if the connection is closed. */
  send(frame: OutgoingFrame): Promise<boolean>;
}

export interface SentText {
  /** The place of the text among those of its call, from 1. */
  readonly text?: number;
  readonly text_status?: 'queued';
  /** Why it was not sent, for the model. */
  readonly error?: string;
}

export interface CallbackWish {
  readonly at: Date;
  /** What the agent knows of the contact's concern; empty for nothing. */
  readonly notes: string;
}

/** The callback of a call, or why there is none; both times are ISO 8601, UTC. */
export interface ScheduledCallback {
  readonly callback_call_id?: string;
  readonly scheduled_at?: string;
  /** Why, for the model. */
  readonly error?: string;
  /** When the call would be permitted, if it is not at the time of the wish. */
  readonly not_before?: string;
}

/** What a conversation changes outside itself: the record of its call, and what its user owns. */
export interface CallEffects {
  /** Sends a text to the number of the call, once. */
  sendText(session: Session, body: string): Promise<SentText>;
  /** Schedules a call to the contact. A call has one callback, so another wish returns the first one. */
  scheduleCallback(session: Session, wish: CallbackWish): Promise<ScheduledCallback>;
  /** Lists the contact's number, who asked in these words, and marks the end. Returns false if the contact goes on. */
  listNumber(session: Session, words?: string): Promise<boolean>;
  /** Stores the language in which the call goes on. */
  recordLanguage(session: Session, language: Language): Promise<void>;
  /** Stores the speech provider that took the place of one that failed. */
  recordFailover(
    session: Session,
    change: { readonly part: SpeechPart; readonly provider: string },
  ): Promise<void>;
  /** Pauses the recording of the call, if it has one, or goes on with it. */
  pauseRecording(session: Session, isPaused: boolean): Promise<void>;
  /** Stores an action that took effect after the conversation was closed. */
  recordLateAction(action: TakenAction): Promise<true>;
  /** Stores for the user that the call ends because the tokens of the day are used up. */
  explainEndForTokens(session: Session): Promise<void>;
}

export interface PendingSetup {
  /** Whether a frame without a conversation may wait for the setup. */
  mayWait(): Promise<boolean>;
  /** Reads in one request whether the setup began a conversation, took one over, or was refused. */
  isHandled(): Promise<boolean>;
  /** The setup did not come in time. */
  giveUp(): Promise<void>;
}

export interface ConversationContext {
  readonly store: ConversationStore;
  /** The connection whose frame is handled; those of an earlier one count for nothing. @default none: something is due */
  readonly connectionId?: string;
  /** @default none: a rehearsal or a test has no call */
  readonly call?: CallEffects;
  readonly now: () => Date;
  /** Waits in a test's time, also before the repetition of a write. @default realWait */
  readonly wait?: Wait;
  /** Milliseconds from the frame's arrival to its handling: reports of played words may be as late. @default 0 */
  readonly lateMs?: number;
  /** The setup of its connection, which a frame may overtake. @default it is over */
  readonly setup?: PendingSetup;
}

/** Whether the connection whose frame is handled has the conversation now, or something is due. */
export const isPresent = (
  { connection_id }: Session,
  { connectionId, store }: Pick<ConversationContext, 'connectionId' | 'store'>,
) => connectionId === undefined || connectionId === (connection_id ?? store.conversationId);

/** The same, or the frame arrived before the present connection was opened. */
export const isCurrent = (session: Session, context: ConversationContext & Partial<FrameContext>) =>
  isPresent(session, context) || (context.arrivedAt?.getTime() ?? Infinity) < (session.connected_ms ?? 0);

type Watch = 'watchKeys' | 'watchSilence';

/** Without its optional functions, the invocation itself watches the silence and the keys. */
export interface EffectContext extends ConversationContext {
  readonly connection: Connection;
  readonly watchKeys?: (session: Session, due: Date) => Promise<void>;
  readonly watchSilence?: (session: Session, silentSince: Date) => Promise<void>;
}

interface SpeculationTimes {
  /** The vendor reports words every 250 ms while a person speaks: https://developers.deepgram.com/docs/flux/state */
  readonly stableMs: number;
  readonly pollMs: number;
  /** For which the invocation of the final words waits for the one that has the answer. */
  readonly adoptMs: number;
}

export interface FrameContext extends Omit<EffectContext, Watch>, Required<Pick<EffectContext, Watch>> {
  readonly arrivedAt: Date;
  /** Identifies the frame within its connection. @default a new id */
  readonly frameId?: string;
  readonly models: (session: Session) => readonly LanguageModel[];
  /** Counts the tokens of a turn. Returns whether the user's day has none left for another. @default nobody counts */
  readonly countTokens?: (session: Session) => Promise<boolean>;
  /** Passages of the agent's vector database that match the contact's words; never rejects. */
  readonly knowledge: (session: Session, words: string) => Promise<readonly Passage[]>;
  readonly watchVoicemail: (session: Session, due: Date) => Promise<void>;
  readonly askService: AskService;
  /** Observes each tool call of the model with its result. @default nobody does */
  readonly onTool?: (outcome: ToolOutcome) => void;
  /** Other times of speculations. @default WAITS (waits.ts) */
  readonly speculationTimes?: Partial<SpeculationTimes>;
}

/** When an event must be taken again; undefined if it is over. */
export type Retry = { readonly retryAfterSeconds: number } | undefined;
