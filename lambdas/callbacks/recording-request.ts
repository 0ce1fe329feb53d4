import type { StoredCall } from '../domain/calls/call.ts';
import { environment } from '../runtime/environment.ts';
import { callbackUrl } from './callback-urls.ts';

/** The URL of a call's recording callback. Returns undefined if the call is not recorded. */
export async function recordingUrlOf({
  id,
  user_id,
  hipaa_compliant,
}: StoredCall): Promise<string | undefined> {
  if (environment('RECORD_CALLS') !== 'true' || hipaa_compliant) return undefined;
  return callbackUrl('recording', { userId: user_id, callId: id });
}
