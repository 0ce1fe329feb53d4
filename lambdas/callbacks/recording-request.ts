import type { StoredCall } from '../domain/calls/call.ts';
import { environment } from '../runtime/environment.ts';
import { callbackUrl } from './callback-urls.ts';

/** Where the vendor is to tell of a call's recording; undefined when the call is not to be recorded. */
export async function recordingUrlOf({
  id,
  user_id,
  hipaa_compliant,
}: StoredCall): Promise<string | undefined> {
  if (environment('RECORD_CALLS') !== 'true' || hipaa_compliant) return undefined;
  return callbackUrl('recording', { userId: user_id, callId: id });
}
