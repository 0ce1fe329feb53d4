import type { StoredCall } from '../domain/calls/call.ts';
import { canSpeak } from '../domain/records/voice.ts';
import { systemClock } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { expectRelay } from '../store/conversations/relay-accounts.ts';
import type { Table } from '../store/table/table.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup } from './twiml/relay.ts';

/** TwiML that has the vendor hold a call's conversation with us, after its account was told to us as one that may open it. */
export async function connectRelay(
  table: Table,
  call: StoredCall,
  /** Where the vendor is to tell of the recording that it begins now; left out: none is begun. */
  recording?: string,
): Promise<string> {
  const { id: callId, user_id, telephony_account_connection, agent } = call;
  if (telephony_account_connection !== null)
    await expectRelay(table, { user_id, telephony_account_connection }, systemClock());
  if (!canSpeak(agent.voice))
    logger.warn('A voice cannot be spoken: the vendor’s own is taken.', { callId, voice: agent.voice.type });
  return conversationMarkup(call, {
    relay: environment('RELAY_URL'),
    relayEnded: callbackUrl('relay-ended', { userId: user_id, callId }),
    noiseReduction: environment('NOISE_REDUCTION'),
    recording,
  });
}
