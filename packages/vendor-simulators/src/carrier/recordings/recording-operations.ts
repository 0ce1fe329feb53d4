import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/http-server.ts';
import { pause } from '../../http/pause.ts';
import type { Account, AccountOperation } from '../accounts.ts';
import { sendCallback } from '../callbacks/webhook-request.ts';
import type { Call } from '../calls/call.ts';
import { findCall } from '../calls/call-operations.ts';
import type { RecordingEvent, RecordingRequest } from '../calls/call-request.ts';
import type { CarrierContext, Recording } from '../context.ts';
import { API_VERSION, notFound, rfc2822 } from '../vendor-api.ts';
import { spokenIn, toneMp3 } from './tones.ts';

/** Milliseconds, in real time, until a recording is ready after the call. */
const PROCESSING_MS = 2_000;

export function startRecording(context: CarrierContext, call: Call, request: RecordingRequest): void {
  const sid = `RE${randomBytes(16).toString('hex')}`;
  context.recordings.set(sid, {
    sid,
    call,
    request,
    startedAt: new Date(),
    pauses: [],
    status: 'in-progress',
  });
  call.log.add({ type: 'note', message: `Records the call as ${sid}.` });
}

export async function finishRecordings(context: CarrierContext, call: Call): Promise<void> {
  const recordings = recordingsOf(context, call);
  if (recordings.length === 0) return;
  for (const recording of recordings) recording.status = 'processing';
  await pause(PROCESSING_MS * context.pace, context.closing);
  for (const recording of recordings) {
    recording.status = call.callee.recording;
    report(context, recording, call.callee.recording);
  }
}

const recordingsOf = ({ recordings }: CarrierContext, call: Call) =>
  [...recordings.values()].filter((recording) => recording.call === call);

/** Milliseconds from the recording's beginning to the call's end, or to now. */
const recordedMs = ({ call, startedAt }: Recording) =>
  (call.endedAt ?? new Date()).getTime() - startedAt.getTime();

function report(context: CarrierContext, recording: Recording, event: RecordingEvent): void {
  const { call, request, sid } = recording;
  const { statusCallback: url, statusCallbackEvents } = request;
  if (url === undefined || !statusCallbackEvents.includes(event)) return;
  const params = {
    AccountSid: call.account.sid,
    CallSid: call.sid,
    RecordingSid: sid,
    RecordingUrl: `${context.url}/${API_VERSION}/Accounts/${call.account.sid}/Recordings/${sid}`,
    RecordingStatus: event,
    ...(event === 'completed' && { RecordingDuration: String(Math.round(recordedMs(recording) / 1000)) }),
    RecordingChannels: '1',
    RecordingStartTime: rfc2822(recording.startedAt),
    // 16101: the recording was too short to be kept.
    ErrorCode: event === 'absent' ? '16101' : '0',
  };
  sendCallback(context, call, { purpose: 'recording', url, params });
}

/** The recordings of an account's calls, and their audio. */
export const recordingOperations: readonly AccountOperation<CarrierContext>[] = [
  ['GET', '/Calls/{sid}/Recordings.json', listRecordings],
  // https://www.twilio.com/docs/voice/api/recording#update-a-recording-resource
  ['POST', '/Calls/{sid}/Recordings/Twilio.CURRENT.json', pauseOrResume],
  ['GET', '/Recordings/{sid}.mp3', sendSound],
  ['DELETE', '/Recordings/{sid}.json', remove],
];

function find({ recordings }: CarrierContext, account: Account, { params, url }: Exchange): Recording {
  const recording = recordings.get(params.sid ?? '');
  if (recording?.call.account !== account) throw notFound(url);
  return recording;
}

function remove(...request: Parameters<typeof find>): void {
  const [context, , { response }] = request;
  context.recordings.delete(find(...request).sid);
  response.writeHead(204).end();
}

function listRecordings(...request: Parameters<typeof find>) {
  const recordings = recordingsOf(request[0], findCall(...request));
  return { recordings: recordings.map(({ sid, status }) => ({ sid, status })) };
}

function pauseOrResume(...request: Parameters<typeof find>) {
  const [context, , { body, url }] = request;
  const call = findCall(...request);
  const recording = recordingsOf(context, call).find(({ status }) => status === 'in-progress');
  if (!recording || call.endedAt) throw notFound(url);
  const last = recording.pauses.at(-1);
  const isPaused = last !== undefined && last.until === undefined;
  const status = new URLSearchParams(body).get('Status');
  if (status === 'paused' && !isPaused) recording.pauses.push({ from: new Date() });
  if (status === 'in-progress' && isPaused) last.until = new Date();
  call.log.add({ type: 'note', message: `Recording ${recording.sid}: ${status}.` });
  return { sid: recording.sid, status };
}

/** What of the call's sound is recorded. */
const isRecordedAt = ({ pauses, startedAt }: Recording, fromMs: number) =>
  !pauses.some(({ from, until = new Date() }) => {
    const at = startedAt.getTime() + fromMs;
    return at >= from.getTime() && at < until.getTime();
  });

function sendSound(...request: Parameters<typeof find>): void {
  const [{ pace }, , { url, response }] = request;
  const recording = find(...request);
  if (recording.status !== 'completed') {
    const message = 'The recording was requested before it was ready.';
    if (recording.status !== 'absent') recording.call.log.add({ type: 'note', message });
    throw notFound(url);
  }
  const { call, startedAt } = recording;
  const spoken = spokenIn(call.log.events, startedAt, pace);
  const recorded = spoken.filter(({ fromMs }) => isRecordedAt(recording, fromMs));
  const sound = toneMp3(recordedMs(recording), recorded);
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound);
}
