import { agentFellSilent, type Session, silenceWordsSaid } from '../domain/conversations/conversation.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import { silenceStep } from '../domain/conversations/silence.ts';
import { systemClock } from '../runtime/clock.ts';
import { connections, ownQueue, tableAccess } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { silenceCheckQueue } from '../runtime/queues.ts';
import { MAX_MENU_SILENCE_SECONDS, MAX_SILENCE_SECONDS } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { getSession } from '../store/conversations/conversations.ts';
import { stackTable } from '../store/table/table.ts';
import { changeSession } from './change-session.ts';
import { leaveConversation } from './leave-conversation.ts';
import { relayConnection } from './relay-connection.ts';
import { type SilenceCheck, secondsUntilStep, silenceCheck, silenceLimits } from './silence-checks.ts';
import { type SpeakUpContext, speakUp } from './speak-up.ts';

export const checkSilenceWorker = defineWorker({
  stack: 'Calls',
  id: 'SilenceChecks',
  description: 'Looks after conversations in which nobody speaks',
  trigger: {
    by: 'queue',
    queue: silenceCheckQueue,
    visibilitySeconds: 20,
    // One message lasts for a silence: each step is a receive, and so is each failure.
    maxAttempts: 10,
    maxConcurrency: 50,
    deadLetterImpact: 'In a call nobody asks whether anybody is there, or ends it when nobody is.',
  },
  grants: [tableAccess(['GetItem', 'PutItem']), connections, ownQueue(silenceCheckQueue)],
  variables: [MAX_SILENCE_SECONDS, MAX_MENU_SILENCE_SECONDS],
  timeoutSeconds: 10,
});

/** Handles silence timeouts: the agent asks whether the callee is there, says goodbye, and ends the call. */
export const handler = workerHandler(
  checkSilenceWorker,
  messageConsumer({
    read: (json) => silenceCheck.parse(json),
    async handle(check) {
      const { connection_id: connectionId } = check;
      const table = stackTable();
      const connection = relayConnection(connectionId);
      const session = await getSession(table, connectionId);
      if (!session || !isSilent(session, check)) return undefined;
      return attend(session, check, { table, connectionId, connection, now: systemClock });
    },
    postpone: postponeIn(silenceCheckQueue),
  }),
);

const isSilent = ({ closed, holding, generation }: Session, check: SilenceCheck) =>
  !closed && !holding && generation === check.generation;

/** Takes the step of a silence that is due. Returns when the check must be received again for the next one. */
async function attend(
  session: Session,
  check: SilenceCheck,
  context: SpeakUpContext,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  const early = secondsUntilStep(session, check, context.now());
  if (early > 0) return { retryAfterSeconds: early };
  const { does } = silenceStep(session, silenceLimits());
  if (does === 'leave') {
    logger.info('A conversation is left although its goodbye was not reported as spoken.', {
      callId: session.call_id,
    });
    const left = await changeSession(context, agentFellSilent);
    await leaveConversation(left ?? session, context.connection);
    return undefined;
  }
  const said = does === 'ask' ? ('presence' as const) : ('goodbye' as const);
  const spoken = await speakUp(context, (current) => {
    if (!isSilent(current, check) || silenceWordsSaid(current) === said) return undefined;
    return { text: PHRASES[current.settings.language][said], ofSilence: said };
  });
  return spoken && { retryAfterSeconds: secondsUntilStep(spoken, check, context.now()) };
}
