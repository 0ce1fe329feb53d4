import { setTimeout as wait } from 'node:timers/promises';
import { logger } from '../../runtime/logger.ts';
import { isSuperseded } from '../../store/conversations/unless-interrupted.ts';
import type { Speech, SpeechContext } from '../speech.ts';

/** Milliseconds between two reads. */
const EVERY_MS = 100;

/**
 * Stops an answer if the callee goes on before its first words. From then on, the writes of the clauses
 * show it. The reads pass while the model is working, so the first words do not wait for them. Never throws. See
 * decision 0084.
 */
export async function stopIfSuperseded(
  { table, connectionId, session }: SpeechContext,
  speech: Speech,
  /** Aborts when the turn is over. */
  over: AbortSignal,
): Promise<void> {
  const { generation, call_id: callId } = session;
  try {
    for (;;) {
      await wait(EVERY_MS, undefined, { signal: over });
      if (speech.said !== '' || speech.interrupted.aborted) return;
      if (await isSuperseded(table, connectionId, generation)) return speech.stop();
    }
  } catch (error) {
    if (!over.aborted) logger.warn('It is unknown whether the callee went on.', { callId, error });
  }
}
