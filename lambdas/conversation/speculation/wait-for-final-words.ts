import type { Listening } from '../../agents/model/end-of-turn.ts';
import { logger } from '../../platform/logger.ts';
import { dispatch } from '../change-session.ts';
import { isLeaving, type Session } from '../model/session.ts';
import { wordsNeverFinal } from '../model/session-events.ts';
import type { FrameContext } from '../ports.ts';

/** The vendor's longest silence if it chooses one itself. */
const LONGEST_SILENCE_MS = 5_000;
/** How late final words may be after the vendor's longest silence: usually, and at the least. */
const FINAL_LATE_MS = 500;
const LEAST_LATE_MS = 250;
/** After a contact's words the agent speaks at the latest, so that it is heard within 3 seconds. */
const HEARD_WITHIN_MS = 2_750;

/** The longest wait for final words, for any agent. */
export const LONGEST_WAIT_MS = LONGEST_SILENCE_MS + LEAST_LATE_MS;

/** Milliseconds within which words must become final or go on. A patient agent must not speak before its silence. */
export function longestWaitMs({ silenceMs }: Pick<Listening, 'silenceMs'>): number {
  const silence = silenceMs === 'auto' ? LONGEST_SILENCE_MS : silenceMs;
  return Math.max(silence + LEAST_LATE_MS, Math.min(silence + FINAL_LATE_MS, HEARD_WITHIN_MS));
}

/** Asks the contact to repeat words that never became final, and stores that they are not final. */
export async function askToRepeatWords(
  { generation, call_id: callId }: Session,
  words: string,
  context: FrameContext,
): Promise<void> {
  const after = await dispatch(context, (current) =>
    current.generation === generation && !current.answer && !isLeaving(current) && !current.holding
      ? wordsNeverFinal(current, words, context.now())
      : undefined,
  );
  if (after) logger.warn('Final words not reported by the telephony vendor.', { callId });
}
