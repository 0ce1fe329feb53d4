import { lookAfterSilence, silenceCheck } from '../../conversation/look-after-silence.ts';
import { maxMenuSilenceSeconds, maxSilenceSeconds } from '../../conversation/model/settings.ts';
import { tableStore } from '../../conversation/store/conversations.ts';
import { systemClock } from '../../platform/clock.ts';
import { connections, ownQueue, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { messageConsumer } from '../../platform/queue.ts';
import { postponeIn } from '../../platform/queues.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { silenceCheckQueue } from '../store/queues.ts';
import { callEffects } from './call-effects.ts';
import { relayConnection } from './relay-connection.ts';

export const checkSilenceWorker = defineWorker({
  stack: 'Calls',
  id: 'SilenceChecks',
  description: 'Looks after conversations in which nobody speaks',
  trigger: {
    by: 'queue',
    queue: silenceCheckQueue,
    visibility: { seconds: 20, because: 'A contact sits in silence meanwhile.' },
    // One message lasts for a silence: each step is a receive, and so is each failure.
    maxAttempts: 10,
    maxConcurrency: 'silenceChecks',
    deadLetterImpact: 'A silent call is neither asked whether the contact is there nor ended.',
  },
  grants: [
    tableAccess(['GetItem', 'PutItem', 'UpdateItem']),
    connections,
    telephonyAccount,
    ownQueue(silenceCheckQueue),
  ],
  variables: [maxSilenceSeconds, maxMenuSilenceSeconds, telephony.apiUrl],
  timeoutSeconds: 10,
});

/** Milliseconds that words wait for the vendor to connect again. */
const RECONNECTION_MS = 3_000;

/** Handles silence timeouts: the agent asks whether the contact is there, says goodbye, and ends the call. */
export const handler = workerHandler(
  checkSilenceWorker,
  messageConsumer({
    failsTogether: true,
    step: 'check silence',
    read: (json) => silenceCheck.parse(json),
    handle(check, attempt) {
      const { connection_id: connectionId } = check;
      const table = stackTable();
      const store = tableStore(table, connectionId);
      const connection = relayConnection(store, RECONNECTION_MS);
      const call = callEffects(table, store);
      return lookAfterSilence(check, attempt, { store, connection, call, now: systemClock });
    },
    postpone: postponeIn(silenceCheckQueue),
  }),
);
