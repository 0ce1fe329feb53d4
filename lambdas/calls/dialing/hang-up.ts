import * as z from 'zod/mini';
import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { eventConsumer } from '../../events/event-consumer.ts';
import { systemClock } from '../../platform/clock.ts';
import { tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { VendorCalls } from '../../vendors/telephony/calls.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { loadCall } from '../store/calls.ts';

/** Milliseconds after dialing within which the vendor's id of a call is known. */
const NAMED_WITHIN_MS = 60_000;

/** The call's data in the event; the call may have been deleted since it ended. */
const endedCall = z.object({
  telephony_id: z.optional(z.string()),
  telephony_account_connection: z.optional(z.nullable(z.string())),
});

export const hangUpWorker = defineWorker({
  stack: 'Calls',
  id: 'HangUp',
  description: 'Hangs up the calls that their owners ended',
  trigger: {
    by: 'event',
    typePrefix: 'call_end_requested',
    visibility: { seconds: 60, because: 'The callee may still be on the line.' },
    maxAttempts: 5,
    maxConcurrency: 10,
    deadLetterImpact:
      'A callee may still be on the line of a call that was ended, and the user keeps paying for it.',
  },
  grants: [tableAccess(['GetItem']), telephonyAccount],
  variables: [telephony.apiUrl],
  timeoutSeconds: 30,
});

export const handler = workerHandler(
  hangUpWorker,
  eventConsumer({
    async handle({ user_id, call_id, payload }) {
      const table = stackTable();
      const existingCall = await loadCall(table, { userId: user_id, callId: call_id });
      const call = existingCall ?? { user_id, ...endedCall.parse(payload) };
      if (call.telephony_id) {
        const client = await telephonyClientOf(table, call);
        if (client) await new VendorCalls(client).hangUp(call.telephony_id);
        return undefined;
      }
      const dialedMs = systemClock().getTime() - Date.parse(existingCall?.dialing_at ?? '');
      if (dialedMs < NAMED_WITHIN_MS)
        throw new Error('The call is being dialed; it is hung up when its vendor id is known.');
      return undefined;
    },
  }),
);
