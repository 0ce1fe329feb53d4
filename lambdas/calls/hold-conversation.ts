import type { StoredCall } from '../domain/call.ts';
import { canSpeak } from '../domain/voice.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';
import { expectRelay } from '../store/relay-accounts.ts';
import type { Table } from '../store/table.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup } from './relay-markup.ts';

/** TwiML that has the vendor hold a call's conversation with us, after its account was told to us as one that may open it. */
export async function holdConversation(
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
