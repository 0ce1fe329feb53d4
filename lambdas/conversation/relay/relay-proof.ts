import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import { hasCallbackKey } from '../../runtime/callback-keys.ts';
import { RELAY_URL } from '../../runtime/variables/resources.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { getCall } from '../../store/calls/calls.ts';
import { getHandshake } from '../../store/conversations/handshakes.ts';
import { withSnapshot } from '../../store/snapshots/snapshots.ts';
import type { RelayFrame } from '../../telephony/relay-frames.ts';
import { isSignedByAccount } from '../../telephony/verify-signature.ts';
import type { FrameContext } from '../frame-context.ts';

/**
 * Returns the call of a setup frame. Returns undefined unless the frame has the key of the call and the account of the
 * call signed the handshake. Reads nothing without the key.
 */
export async function provenCall(
  { customParameters, callSid }: Extract<RelayFrame, { type: 'setup' }>,
  { table, connectionId, now }: Pick<FrameContext, 'table' | 'connectionId' | 'now'>,
): Promise<CallWithSnapshot | undefined> {
  const { user_id: userId, call_id: callId, key } = customParameters;
  if (!(await hasCallbackKey({ purpose: 'relay', userId, recordId: callId }, key))) return undefined;
  const call = await getCall(table, { userId, callId });
  if (call?.telephony_id !== callSid) return undefined;
  const signature = await getHandshake(table, connectionId, now());
  if (signature === undefined) return undefined;
  const signed = { signature, url: readVariable(RELAY_URL), form: {}, now: now() };
  return (await isSignedByAccount(table, call, signed)) ? withSnapshot(table, call) : undefined;
}
