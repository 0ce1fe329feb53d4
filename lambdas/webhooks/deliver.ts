import { systemClock } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { stackTable } from '../store/table/table.ts';
import { attemptMessage } from './attempt-message.ts';
import { enqueueAttempt } from './enqueue-attempt.ts';
import { makeAttempt } from './make-attempt.ts';

/** Makes the attempts of deliveries that are due. */
export const handler = messageConsumer({
  read: (json) => attemptMessage.parse(json),
  async handle(message, received) {
    await makeAttempt(message, received, {
      table: stackTable(),
      now: systemClock,
      random: Math.random,
      announce: enqueueAttempt,
      retrySeconds: environment('RETRY_SECONDS').split(',').map(Number),
      disableAfterSeconds: Number(environment('DISABLE_AFTER_SECONDS')),
      allowedNetworks: environment('OUTBOUND_ALLOWED_NETWORKS').split(',').filter(Boolean),
      apiUrl: environment('API_URL'),
    });
    return undefined;
  },
});
