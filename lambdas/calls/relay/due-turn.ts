import type { FrameContext } from '../../conversation/ports.ts';
import { take } from '../../conversation/take.ts';
import type { VoicemailTurn } from '../../conversation/voicemail.ts';
import { systemClock } from '../../platform/clock.ts';
import { ownQueue } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { messageConsumer } from '../../platform/queue.ts';
import { postponeIn } from '../../platform/queues.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { dueTurnQueue } from '../store/queues.ts';
import { dueTurn } from './due-turns.ts';
import { relayContext, TURN_GRANTS, TURN_VARIABLES } from './relay-context.ts';

export const dueTurnWorker = defineWorker({
  stack: 'Calls',
  id: 'DueTurns',
  description: 'Takes turns that no words of contacts begin',
  trigger: {
    by: 'queue',
    queue: dueTurnQueue,
    visibility: { seconds: 60, because: 'A contact sits in silence meanwhile.' },
    // Each further key makes the message wait once more, which counts as a receive: 32 keys, and some failures.
    maxAttempts: 40,
    // Few turns begin without words. More would use concurrency that the API needs.
    maxConcurrency: 5,
    deadLetterImpact: 'A contact pressed keys and got no answer, or a voicemail got no message.',
  },
  grants: [...TURN_GRANTS, ownQueue(dueTurnQueue)],
  variables: TURN_VARIABLES,
  timeoutSeconds: 29,
  memory: 1024,
});

/** Answers keys whose time-out is over, and leaves messages on voicemails. Does nothing if that was done before. */
export const handler = workerHandler(
  dueTurnWorker,
  messageConsumer({
    failsTogether: true,
    step: 'turn',
    read: (json) => dueTurn.parse(json),
    handle({ connection_id: connectionId, of, generation }, attempt) {
      const context = relayContext(connectionId, systemClock());
      if (of === 'keys') return take({ type: 'keys_due' }, context);
      return takeVoicemail({ since: generation, isRetry: attempt > 1 }, attempt, context);
    },
    postpone: postponeIn(dueTurnQueue),
  }),
);

/** Attempts to leave a message that follow each other at once. A voicemail hangs up after some seconds of silence. */
const FAST_RETRIES = 4;
const FAST_RETRY_SECONDS = 2;

async function takeVoicemail(turn: VoicemailTurn, attempt: number, context: FrameContext) {
  try {
    return await take({ type: 'voicemail_due', ...turn }, context);
  } catch (error) {
    if (attempt >= FAST_RETRIES) throw error;
    logger.error('Voicemail message failed; it is tried again.', { error });
    return { retryAfterSeconds: FAST_RETRY_SECONDS };
  }
}
