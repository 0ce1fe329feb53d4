import type { StoredCall } from '../domain/calls/call.ts';
import { RECORD_CALLS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { callbackUrl } from './callback-urls.ts';

/** The URL of a call's recording callback. Returns undefined if the call is not recorded. */
export async function recordingUrlOf({
  id,
  user_id,
  hipaa_compliant,
}: StoredCall): Promise<string | undefined> {
  if (!readVariable(RECORD_CALLS) || hipaa_compliant) return undefined;
  return callbackUrl('recording', { userId: user_id, callId: id });
}
