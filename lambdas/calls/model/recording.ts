import type { StoredCall } from './call.ts';

/** Seconds between requests for a recording that the vendor has reported but does not serve yet. */
export const RECORDING_RETRY_SECONDS = [5, 15, 60, 300, 900] as const;

export const MAX_RECORDING_ATTEMPTS = RECORDING_RETRY_SECONDS.length + 1;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a call is recorded, if the environment records calls. */
export const isRecorded = ({ hipaa_compliant }: StoredCall, isEnabled: boolean): boolean =>
  isEnabled && !hipaa_compliant;

export function hasRecording(
  { recording_available, recording_kept_at = '' }: StoredCall,
  { days, now }: { readonly days: number; readonly now: Date },
): boolean {
  return recording_available && now.getTime() < Date.parse(recording_kept_at) + days * DAY_MS;
}
