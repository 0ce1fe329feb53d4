import { Bucket } from '../../platform/bucket.ts';
import { RECORDINGS_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { CallKey } from './calls.ts';

const CONTENT_TYPE = 'audio/mpeg';

const LINK_SECONDS = 300;

const recordingKey = ({ userId, callId }: CallKey) => `${userId}/${callId}.mp3`;

const bucket = () => new Bucket(readVariable(RECORDINGS_URL));

/** Stores the recording of a call (MP3), replacing an existing one. */
export async function putRecording(key: CallKey, body: Buffer): Promise<void> {
  await bucket().put(recordingKey(key), { contentType: CONTENT_TYPE, body });
}

export async function deleteRecording(key: CallKey): Promise<void> {
  await bucket().delete(recordingKey(key));
}

/** A URL with which anyone can play the recording for five minutes. */
export function recordingLink(key: CallKey, now: Date): Promise<string> {
  return bucket().link(recordingKey(key), {
    now,
    expiresInSeconds: LINK_SECONDS,
    contentType: CONTENT_TYPE,
  });
}
