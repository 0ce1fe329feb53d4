import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { StoredCall } from '../../domain/calls/call.ts';
import { textOf } from './xml.ts';

/** Seconds that a phone rings in a transfer. */
export const TRANSFER_RING_SECONDS = 30;

/** The agent's number in a call: the vendor does not let us show the other one as the caller. */
export const ownNumber = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? from_number : to_number;

/** TwiML that connects a call with another number; the callee hears it ring. */
export function transferMarkup(
  call: StoredCall,
  to: string,
  urls: { readonly ended: string; readonly status: string },
): string {
  const response = new VoiceResponse();
  const dial = response.dial({
    callerId: ownNumber(call),
    timeout: TRANSFER_RING_SECONDS,
    action: urls.ended,
    method: 'POST',
    answerOnBridge: true,
  });
  dial.number(
    {
      statusCallback: urls.status,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    },
    to,
  );
  return textOf(response);
}
