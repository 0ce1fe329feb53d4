import type { TelephonyClient } from './client.ts';
import { VendorRefusal } from './vendor-errors.ts';

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

  /** Deletes a recording for good; a missing one is no error. */
  async delete(sid: string): Promise<void> {
    try {
      await this.#client.request('DELETE', `/Recordings/${encodeURIComponent(sid)}.json`);
    } catch (error) {
      if (error instanceof VendorRefusal && error.status === 404) return;
      throw error;
    }
  }
}
