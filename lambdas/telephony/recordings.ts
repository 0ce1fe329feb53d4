import type { TelephonyClient } from './client.ts';
import { ignoreMissing } from './vendor-errors.ts';

/**
 * Most bytes of a recording: an hour at the vendor's 32 kbit/s per channel has 14 MB. A function of 512 MB can hold two
 * copies of it.
 */
const MAX_BYTES = 60_000_000;

/** The recording as MP3. Returns undefined if there is none (yet). */
export const getSound = (client: TelephonyClient, sid: string): Promise<Buffer | undefined> =>
  client.download(`/Recordings/${encodeURIComponent(sid)}.mp3`, MAX_BYTES);

export async function deleteSound(client: TelephonyClient, sid: string): Promise<void> {
  await client.request('DELETE', `/Recordings/${encodeURIComponent(sid)}.json`).catch(ignoreMissing);
}
