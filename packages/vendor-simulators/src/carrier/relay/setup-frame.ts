import type { Call } from '../state/call.ts';
import type { Connect } from '../twiml/connect-markup.ts';

/** The relay's first message, which identifies its call. */
export function setupFrame(sessionId: string, call: Call, connect: Connect): Record<string, unknown> {
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
    customParameters: connect.parameters,
  };
}
