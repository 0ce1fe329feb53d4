import { systemClock } from '../platform/clock.ts';
import { eventConsumer } from '../platform/queue.ts';
import { getCall } from '../store/calls.ts';
import { stackTable } from '../store/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/vendor-calls.ts';

/** The vendor names a call within seconds of dialling; after so long (ms) it will ask us for instructions, and be told to hang up. */
const NAMED_WITHIN_MS = 60_000;

/** Hangs up the calls that their owners ended. */
export const handler = eventConsumer({
  async handle({ user_id, call_id }) {
    const table = stackTable();
    const call = await getCall(table, { userId: user_id, callId: call_id });
    if (call?.telephony_id) {
      const client = await telephonyClientOf(table, call);
      if (client) await new VendorCalls(client).hangUp(call.telephony_id);
      return undefined;
    }
    const dialledMs = systemClock().getTime() - Date.parse(call?.dialling_at ?? '');
    if (dialledMs < NAMED_WITHIN_MS)
      throw new Error('The call is being dialled: it is hung up when the vendor has named it.');
    return undefined;
  },
});
