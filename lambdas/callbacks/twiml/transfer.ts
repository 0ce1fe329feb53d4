import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { StoredCall } from '../../domain/calls/call.ts';
import { textOf } from './xml.ts';

/** Seconds of ringing in a transfer. */
export const TRANSFER_RING_SECONDS = 30;

/** The agent's number in a call. The vendor does not permit the other party's number as caller ID. */
export const ownNumber = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? from_number : to_number;

/** TwiML that connects a call to another number; the callee hears it ring. */
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
