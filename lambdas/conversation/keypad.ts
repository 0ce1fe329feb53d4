import { setTimeout as wait } from 'node:timers/promises';
import { isLeaving } from '../domain/conversations/conversation.ts';
import { entryDueAt, pendingEntry } from '../domain/conversations/keys/keypad.ts';
import { newId } from '../runtime/ids.ts';
import { nameCall } from '../runtime/log/current-step.ts';
import { logger } from '../runtime/logger.ts';
import { getSession } from '../store/conversations/conversations.ts';
import { addPressedKey } from '../store/conversations/pressed-keys.ts';
import { REORDER_WINDOW_MS } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { whenBegun } from './when-begun.ts';

/** Stores a key. Returns true if an entry is complete; otherwise its first key starts the time-out of the entry. */
export async function pressKey(digit: string, context: FrameContext): Promise<boolean> {
  const { table, connectionId, arrivedAt, frameId: id = newId() } = context;
  const session = await whenBegun(context, () => getSession(table, connectionId));
  if (!session || session.closed || !session.settings.dtmf_input) return false;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const key = { digit, at: arrivedAt.getTime(), id };
  const kept = await addPressedKey(table, connectionId, key);
  if (!kept) {
    logger.warn('A key was ignored: too many wait for an answer, or the conversation is over.', {
      callId: session.call_id,
    });
    return false;
  }
  // The agent has said goodbye or is about to transfer the call: the end of the conversation stores the keys.
  if (isLeaving(session)) return false;
  const state = { settings: session.settings, ...kept };
  const entry = pendingEntry(state);
  if (entry?.isComplete) {
    await wait(REORDER_WINDOW_MS);
    return true;
  }
  const due = entryDueAt(state);
  if (entry?.keys.length === 1 && due) await context.watchKeys(session, due);
  return false;
}
