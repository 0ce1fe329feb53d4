import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { StoredCall } from '../../domain/calls/call.ts';
import { textOf } from './xml.ts';

/** The agent's number in a call. The vendor does not permit the number of the caller or callee as caller ID. */
export const ownNumber = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? from_number : to_number;

/** The number that a transfer calls, and how. */
interface Dialled {
  readonly to: string;
  /** Longest ringing in seconds. */
  readonly ringSeconds: number;
  /** Longest connection in seconds. */
  readonly maxSeconds: number;
  readonly ended: string;
  readonly status: string;
  /**
   * URL of the whisper, which the person hears before they accept the call. @default the person is connected at once
   */
  readonly whisper?: string;
}

/**
 * TwiML that connects a call to another number; the callee hears it ring, even while the person hears the whisper:
 * https://www.twilio.com/docs/voice/twiml/number#url
 */
export function transferMarkup(
  call: StoredCall,
  { to, ringSeconds, maxSeconds, ended, status, whisper }: Dialled,
): string {
  const response = new VoiceResponse();
  const dial = response.dial({
    callerId: ownNumber(call),
    timeout: ringSeconds,
    timeLimit: maxSeconds,
    action: ended,
    method: 'POST',
    answerOnBridge: true,
  });
  dial.number(
    {
      statusCallback: status,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      ...(whisper !== undefined && {
        url: whisper,
        method: 'POST',
        machineDetection: 'Enable',
        amdStatusCallback: status,
        amdStatusCallbackMethod: 'POST',
      }),
    },
    to,
  );
  return textOf(response);
}
