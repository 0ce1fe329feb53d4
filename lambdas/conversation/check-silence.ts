import { agentFellSilent, type Session, silenceWordsSaid } from '../domain/conversations/conversation.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import { silenceStep } from '../domain/conversations/silence.ts';
import { systemClock } from '../runtime/clock.ts';
import { connections, sendTo, tableAccess } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { silenceCheckQueue } from '../runtime/queues.ts';
import { MAX_MENU_SILENCE_SECONDS, MAX_SILENCE_SECONDS } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { getSession } from '../store/conversations/conversations.ts';
import { stackTable } from '../store/table/table.ts';
import { changeSession } from './change-session.ts';
import { leaveConversation } from './leave-conversation.ts';
import { relayConnection } from './relay-connection.ts';
import { type SilenceCheck, scheduleSilenceCheck, silenceCheck, silenceLimits } from './silence-checks.ts';
import { type SpeakUpContext, speakUp } from './speak-up.ts';

export const checkSilenceWorker = defineWorker({
  stack: 'Calls',
  id: 'SilenceChecks',
  description: 'Looks after conversations in which nobody speaks',
  trigger: {
    by: 'queue',
    queue: silenceCheckQueue,
    visibilitySeconds: 20,
    maxAttempts: 5,
    maxConcurrency: 50,
    deadLetterImpact: 'In a call nobody asks whether anybody is there, or ends it when nobody is.',
  },
  grants: [tableAccess(['GetItem', 'PutItem']), connections, sendTo(silenceCheckQueue)],
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
      if (session && isSilent(session, check))
        await attend(session, check, { table, connectionId, connection, now: systemClock });
      return undefined;
    },
  }),
);

const isSilent = ({ closed, holding, generation }: Session, check: SilenceCheck) =>
  !closed && !holding && generation === check.generation;

async function attend(session: Session, check: SilenceCheck, context: SpeakUpContext): Promise<void> {
  const { does, afterMs } = silenceStep(session, silenceLimits());
  if (context.now().getTime() < Date.parse(check.silent_since) + afterMs)
    return scheduleSilenceCheck(session, check, context.now());
  if (does === 'leave') {
    logger.info('A conversation is left although its goodbye was not reported as spoken.', {
      callId: session.call_id,
    });
    const left = await changeSession(context, agentFellSilent);
    return leaveConversation(left ?? session, context.connection);
  }
  const said = does === 'ask' ? ('presence' as const) : ('goodbye' as const);
  const spoken = await speakUp(context, (current) => {
    if (!isSilent(current, check) || silenceWordsSaid(current) === said) return undefined;
    return { text: PHRASES[current.settings.language][said], ofSilence: said };
  });
  if (spoken) await scheduleSilenceCheck(spoken, check, context.now());
}
