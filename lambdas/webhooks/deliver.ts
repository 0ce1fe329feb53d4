import { systemClock } from '../runtime/clock.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { deliveryQueue } from '../runtime/queues.ts';
import { API_URL } from '../runtime/variables/resources.ts';
import {
  DELIVERIES_AT_ONCE_PER_USER,
  DISABLE_AFTER_SECONDS,
  OUTBOUND_ALLOWED_NETWORKS,
  RETRY_SECONDS,
} from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { stackTable } from '../store/table/table.ts';
import { readAttemptMessage } from './attempt-message.ts';
import { enqueueAttempt, sendAnew } from './enqueue-attempt.ts';
import { makeAttempt } from './make-attempt.ts';

/** Makes the attempts of deliveries that are due. */
export const handler = messageConsumer({
  read: readAttemptMessage,
  handle: (message, received) =>
    makeAttempt(message, received, {
      table: stackTable(),
      now: systemClock,
      random: Math.random,
      announce: enqueueAttempt,
      sendAnew,
      maxAtOncePerUser: readVariable(DELIVERIES_AT_ONCE_PER_USER),
      retrySeconds: readVariable(RETRY_SECONDS),
      disableAfterSeconds: readVariable(DISABLE_AFTER_SECONDS),
      allowedNetworks: readVariable(OUTBOUND_ALLOWED_NETWORKS),
      apiUrl: readVariable(API_URL),
    }),
  postpone: postponeIn(deliveryQueue),
});
