import type { CallWithSnapshot } from '../domain/calls/snapshot.ts';
import { canSpeak } from '../domain/records/voice.ts';
import { callbackKeyOf } from '../runtime/callback-keys.ts';
import { logger } from '../runtime/logger.ts';
import { RELAY_URL } from '../runtime/variables/resources.ts';
import { NOISE_REDUCTION } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup } from './twiml/relay.ts';

/** TwiML that connects a call to the relay. */
export async function connectRelay(
  call: CallWithSnapshot,
  /** URL of the recording callback; without one, no recording begins. */
  recording?: string,
): Promise<string> {
  const { id: callId, user_id: userId, agent } = call;
  if (!canSpeak(agent.voice))
    logger.warn('The telephony vendor does not support the voice; its default voice speaks.', {
      callId,
      voice: agent.voice.type,
    });
  return conversationMarkup(call, {
    relay: readVariable(RELAY_URL),
    relayKey: await callbackKeyOf({ purpose: 'relay', userId, recordId: callId }),
    relayEnded: await callbackUrl('relay-ended', { userId, callId }),
    noiseReduction: readVariable(NOISE_REDUCTION),
    recording,
  });
}
