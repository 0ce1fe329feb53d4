import { Bucket } from '../../runtime/bucket.ts';
import { RECORDINGS_URL } from '../../runtime/variables/resources.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import type { CallKey } from './calls.ts';

const CONTENT_TYPE = 'audio/mpeg';

/** Whoever got hold of a link can listen for so many seconds. */
const LINK_SECONDS = 300;

const recordingKey = ({ userId, callId }: CallKey) => `${userId}/${callId}.mp3`;

const bucket = () => new Bucket(readVariable(RECORDINGS_URL));

/** Stores the recording of a call (MP3), in place of one that is there. */
export async function putRecording(name: CallKey, body: Buffer): Promise<void> {
  await bucket().put(recordingKey(name), { contentType: CONTENT_TYPE, body });
}

/** Deletes the recording of a call, if there is one. */
export async function deleteRecording(name: CallKey): Promise<void> {
  await bucket().delete(recordingKey(name));
}

/** A URL at which anybody can listen to the recording of a call for five minutes. */
export function recordingLink(name: CallKey, now: Date): Promise<string> {
  return bucket().link(recordingKey(name), {
    now,
    expiresInSeconds: LINK_SECONDS,
    contentType: CONTENT_TYPE,
  });
}
