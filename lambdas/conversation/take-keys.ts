import type { FrameContext } from './frame-context.ts';
import { entryDueAt } from './model/keys/keypad.ts';
import type { Session } from './model/session.ts';
import { answerKeys } from './on-prompt.ts';
import { secondsUntil } from './turn/schedule-due-turn.ts';

/** Answers keys if their time-out is over. Returns after how many seconds to look again; undefined if none is pending. */
export async function takeKeys(session: Session, context: FrameContext) {
  const due = entryDueAt(session);
  if (!due) return undefined;
  const early = secondsUntil(due, context.now());
  if (early > 0) return { retryAfterSeconds: early };
  await answerKeys(context);
  return undefined;
}
