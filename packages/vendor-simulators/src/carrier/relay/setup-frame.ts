import type { Call } from '../calls/call.ts';
import type { RelayFrame } from './relay-socket.ts';

/** The first frame of each connection in a session. */
export function setupFrame(
  sessionId: string,
  call: Call,
  customParameters: Readonly<Record<string, string>>,
): RelayFrame {
  return {
    type: 'setup',
    sessionId,
    callSid: call.sid,
    parentCallSid: call.parent?.sid ?? '',
    from: call.request.from,
    to: call.request.to,
    forwardedFrom: '',
    callerName: '',
    direction: call.direction,
    callType: 'PSTN',
    callStatus: 'IN-PROGRESS',
    accountSid: call.account.sid,
    customParameters,
  };
}
