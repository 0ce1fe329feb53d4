import { type Recording, recordedMs } from '../state/recordings.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';

/** The vendor's code for a recording that was too short to be kept. */
export const TOO_SHORT = 16101;

/** The path of a recording, without the extension of its format. */
export function recordingPath({ sid, call }: Recording): string {
  return `/${API_VERSION}/Accounts/${call.account.sid}/Recordings/${sid}`;
}

/** Whole seconds of audio. */
export function recordedSeconds(recording: Recording): string {
  return String(Math.round(recordedMs(recording) / 1000));
}

/** A recording as the vendor's REST API shows it. */
export function recordingResource(recording: Recording, carrierUrl: string): Record<string, unknown> {
  const { sid, call, request, startedAt, status } = recording;
  const path = recordingPath(recording);
  return {
    sid,
    account_sid: call.account.sid,
    call_sid: call.sid,
    status,
    channels: request.channels,
    source: request.source,
    duration: status === 'completed' ? recordedSeconds(recording) : null,
    start_time: rfc2822(startedAt),
    date_created: rfc2822(startedAt),
    date_updated: rfc2822(call.endedAt ?? startedAt),
    error_code: status === 'absent' ? TOO_SHORT : null,
    api_version: API_VERSION,
    media_url: carrierUrl + path,
    uri: `${path}.json`,
    subresource_uris: {
      add_on_results: `${path}/AddOnResults.json`,
      transcriptions: `${path}/Transcriptions.json`,
    },
  };
}
