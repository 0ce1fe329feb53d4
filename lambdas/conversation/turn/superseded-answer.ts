import { logger } from '../../platform/logger.ts';
import type { Speech, SpeechContext } from '../speech.ts';
import { realWait } from '../wait.ts';

const EVERY_MS = 100;

/**
 * Stops an answer if the contact goes on before its first words; later its writes show it. The contact's words are two
 * turns, and only the second is answered: see "Turns of a conversation" in docs/architecture.md.
 */
export async function stopIfSuperseded(
  { store, session, wait = realWait }: SpeechContext,
  speech: Speech,
  over: AbortSignal,
): Promise<void> {
  const { generation, call_id: callId } = session;
  try {
    for (;;) {
      await wait(EVERY_MS, over);
      if (speech.words !== '' || speech.interrupted.aborted) return;
      if (await store.isSuperseded(generation)) return speech.stop();
    }
  } catch (error) {
    if (!over.aborted) logger.warn('Answer not checked for words that supersede it.', { callId, error });
  }
}
