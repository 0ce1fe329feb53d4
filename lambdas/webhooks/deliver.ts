import { systemClock } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { stackTable } from '../store/table/table.ts';
import { readAttemptMessage } from './attempt-message.ts';
import { enqueueAttempt, sendAnew } from './enqueue-attempt.ts';
import { makeAttempt } from './make-attempt.ts';

/** Makes the attempts that are due. */
export const handler = messageConsumer({
  read: readAttemptMessage,
  handle: (message, received) =>
    makeAttempt(message, received, {
      table: stackTable(),
      now: systemClock,
      random: Math.random,
      enqueue: enqueueAttempt,
      sendAnew,
      maxAtOncePerUser: Number(environment('DELIVERIES_AT_ONCE_PER_USER')),
      retrySeconds: environment('RETRY_SECONDS').split(',').map(Number),
      disableAfterSeconds: Number(environment('DISABLE_AFTER_SECONDS')),
      allowedNetworks: environment('OUTBOUND_ALLOWED_NETWORKS').split(',').filter(Boolean),
      apiUrl: environment('API_URL'),
    }),
  postpone: postponeIn('DELIVERY_QUEUE_URL'),
});
