import type { TelephonyClient } from './client.ts';
import { ignoreMissing } from './vendor-errors.ts';

/**
 * Most bytes of a recording: an hour at the vendor's 32 kbit/s per channel has 14 MB. A function of 512 MB can hold two
 * copies of it.
 */
const MAX_BYTES = 60_000_000;

export class VendorRecordings {
  readonly #client: TelephonyClient;

  constructor(client: TelephonyClient) {
    this.#client = client;
  }

  /** The recording as MP3. Returns undefined if there is none (yet). */
  async getSound(sid: string): Promise<Buffer | undefined> {
    return this.#client.download(`/Recordings/${encodeURIComponent(sid)}.mp3`, MAX_BYTES);
  }

  async delete(sid: string): Promise<void> {
    const path = `/Recordings/${encodeURIComponent(sid)}.json`;
    await this.#client.request('DELETE', path).catch(ignoreMissing);
  }
}
