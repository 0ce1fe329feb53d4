import type { Call } from '../state/call.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';

/** The parameters of every request about a call. */
export function voiceParameters(call: Call): Record<string, string> {
  return {
    CallSid: call.sid,
    AccountSid: call.account.sid,
    From: call.request.from,
    To: call.request.to,
    Caller: call.request.from,
    Called: call.request.to,
    Direction: call.direction,
    ...(call.parent && { ParentCallSid: call.parent.sid }),
    CallStatus: call.status,
    ApiVersion: API_VERSION,
  };
}
