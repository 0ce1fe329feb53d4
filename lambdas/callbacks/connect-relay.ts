import type { StoredCall } from '../domain/calls/call.ts';
import { canSpeak } from '../domain/records/voice.ts';
import { callbackKeyOf } from '../runtime/callback-keys.ts';
import { environment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup } from './twiml/relay.ts';

/** TwiML that has the vendor hold a call's conversation with us. */
export async function connectRelay(
  call: StoredCall,
  /** Where the vendor is to tell of the recording that it begins now; left out: none is begun. */
  recording?: string,
): Promise<string> {
  const { id: callId, user_id: userId, agent } = call;
  if (!canSpeak(agent.voice))
    logger.warn('A voice cannot be spoken: the vendor’s own is taken.', { callId, voice: agent.voice.type });
  return conversationMarkup(call, {
    relay: environment('RELAY_URL'),
    relayKey: await callbackKeyOf({ purpose: 'relay', userId, recordId: callId }),
    relayEnded: await callbackUrl('relay-ended', { userId, callId }),
    noiseReduction: environment('NOISE_REDUCTION'),
    recording,
  });
}
