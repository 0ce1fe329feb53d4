import { MAX_CALL_SECONDS } from '../platform/variables/settings.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { LanguageModel } from '../vendors/llm/language-model.ts';
import type { TokenMeter } from '../vendors/llm/model-usage.ts';
import type { ConversationContext } from './change-session.ts';
import type { Passage } from './model/message.ts';
import { PHRASES } from './model/phrases.ts';
import type { Session, Turn } from './model/session.ts';
import { spokenBy } from './model/silence.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { SpeculationTimes } from './speculation/times.ts';
import { recordAnswer } from './store/conversations.ts';

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

/** Milliseconds before the time limit at which the agent ends a call. The vendor would cut it off in mid-sentence. */
const LAST_MS = 60_000;

/** Whether the call is in its last minute before the time limit. */
export function isTimeUp([first]: readonly Turn[], now: Date): boolean {
  const limitMs = readVariable(MAX_CALL_SECONDS) * 1000;
  return first !== undefined && now.getTime() >= Date.parse(first.timestamp) + limitMs - LAST_MS;
}

export async function sayFarewell(
  session: Session,
  { table, connectionId, connection, now, watchSilence }: FrameContext,
): Promise<void> {
  const { generation, failures, settings } = session;
  const text = PHRASES[settings.language].farewell;
  const answer = { text, complete: true, timestamp: now().toISOString() };
  const isRecorded = await recordAnswer(table, connectionId, { generation, answer, failures, ending: true });
  if (!isRecorded) return;
  await connection.send({ type: 'text', token: text, last: true });
  // The vendor may not report that it was spoken.
  await watchSilence({ ...session, ending: true }, spokenBy(text, now()));
}
