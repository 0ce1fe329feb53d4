import { PHRASES } from '../domain/conversations/phrases.ts';
import type { Session, Turn } from '../domain/conversations/session.ts';
import { spokenBy } from '../domain/conversations/silence.ts';
import { MAX_CALL_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { recordAnswer } from '../store/conversations/conversations.ts';
import type { FrameContext } from './frame-context.ts';

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
