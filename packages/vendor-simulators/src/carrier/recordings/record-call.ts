import { pause } from '../../http/pause.ts';
import { sendCallback } from '../callbacks/send-callback.ts';
import type { RecordingEvent, RecordingRequest } from '../requests/recording-request.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { Recording } from '../state/recordings.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { recordedSeconds, recordingPath, TOO_SHORT } from './recording-resource.ts';

/** Milliseconds, in real time, until a recording is ready after the call. */
const PROCESSING_MS = 2_000;

/** Starts to record a call. */
export function startRecording(context: CarrierContext, call: Call, request: RecordingRequest): void {
  const recording = context.recordings.start(call, request);
  call.log.add({ type: 'note', message: `Records the call as ${recording.sid}.` });
  tell(context, recording, 'in-progress');
}

/** Completes the recordings of a call that is over. */
export async function finishRecordings(context: CarrierContext, call: Call): Promise<void> {
  const recordings = context.recordings.of(call).reverse();
  if (recordings.length === 0) return;
  for (const recording of recordings) recording.status = 'processing';
  await pause(PROCESSING_MS * context.pace, context.closing);
  for (const recording of recordings) {
    recording.status = call.callee.recording;
    tell(context, recording, call.callee.recording);
  }
}

function tell(context: CarrierContext, recording: Recording, event: RecordingEvent): void {
  const { call, request } = recording;
  const { statusCallback: url, statusCallbackEvents } = request;
  if (url === undefined || !statusCallbackEvents.includes(event)) return;
  const params = {
    AccountSid: call.account.sid,
    CallSid: call.sid,
    RecordingSid: recording.sid,
    RecordingUrl: context.url + recordingPath(recording),
    RecordingStatus: event,
    ...(event === 'completed' && { RecordingDuration: recordedSeconds(recording) }),
    RecordingChannels: String(request.channels),
    RecordingStartTime: rfc2822(recording.startedAt),
    RecordingSource: request.source,
    RecordingTrack: 'both',
    ErrorCode: event === 'absent' ? String(TOO_SHORT) : '0',
  };
  sendCallback(context, call, { purpose: 'recording', url, params });
}
