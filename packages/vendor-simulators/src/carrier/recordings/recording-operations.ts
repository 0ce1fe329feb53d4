import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { AccountOperation } from '../accounts/account-route.ts';
import type { Account } from '../accounts/accounts.ts';
import { findCall } from '../calls/find-call.ts';
import type { CarrierContext } from '../state/context.ts';
import { type Recording, recordedMs } from '../state/recordings.ts';
import { pageOf } from '../vendor-api/page.ts';
import { notFound } from '../vendor-api/vendor-error.ts';
import { recordingResource } from './recording-resource.ts';

/** The recordings of an account's calls, and their audio. */
export function recordingOperations(context: CarrierContext): AccountOperation[] {
  return [
    {
      method: 'GET',
      path: 'Calls/{sid}/Recordings.json',
      handle: (exchange, account) => listRecordings(context, account, exchange),
    },
    {
      method: 'GET',
      path: 'Recordings/{sid}.json',
      handle: (exchange, account) => {
        const recording = findRecording(context, account, exchange);
        answerJson(exchange.response, 200, recordingResource(recording, context.url));
      },
    },
    {
      method: 'GET',
      path: 'Recordings/{sid}.mp3',
      handle: (exchange, account) => sendSound(findRecording(context, account, exchange), exchange),
    },
    {
      method: 'DELETE',
      path: 'Recordings/{sid}.json',
      handle: (exchange, account) => {
        context.recordings.delete(findRecording(context, account, exchange));
        exchange.response.writeHead(204).end();
      },
    },
  ];
}

const TOO_EARLY = { type: 'note', message: 'The recording was asked for before it was there.' } as const;

function listRecordings(context: CarrierContext, account: Account, exchange: Exchange): void {
  const call = findCall(context, account, exchange);
  const [page, links] = pageOf(context.recordings.of(call), exchange.url);
  const recordings = page.map((recording) => recordingResource(recording, context.url));
  answerJson(exchange.response, 200, { recordings, ...links });
}

function sendSound(recording: Recording, { url, response }: Exchange): void {
  if (recording.status !== 'completed') {
    if (recording.status !== 'absent') recording.call.log.add(TOO_EARLY);
    throw notFound(url);
  }
  const sound = silentMp3(recordedMs(recording), recording.request.channels);
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound);
}

function findRecording(
  { recordings }: CarrierContext,
  account: Account,
  { params, url }: Exchange,
): Recording {
  const recording = recordings.find(account, params.sid ?? '');
  if (!recording) throw notFound(url);
  return recording;
}

/** Milliseconds of an MPEG 2 Layer III frame: 576 samples at 16 kHz; at 8 kbit/s it has 36 bytes. */
const FRAME_MS = 36;
const FRAME_BYTES = 36;
/** Synchronisation, MPEG 2, Layer III, no checksum; 8 kbit/s and 16 kHz. */
const HEADER = [0xff, 0xf3, 0x18];
/** The last byte of the header: one channel, or two. */
const CHANNELS = { 1: 0xc0, 2: 0x00 } as const;

/** A valid MP3 file of silence of about `durationMs`, at least one frame. A frame whose side information is zero is silent. */
export function silentMp3(durationMs: number, channels: 1 | 2): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set([...HEADER, CHANNELS[channels]]);
  const frames = Math.max(1, Math.round(durationMs / FRAME_MS));
  return Buffer.alloc(frames * FRAME_BYTES, frame);
}
