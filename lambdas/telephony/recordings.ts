import { type TelephonyClient, VendorRefusal } from './client.ts';

/** An hour at the vendor's 32 kbit/s a channel takes 14 MB. A function of 512 MB holds it twice. */
const MAX_BYTES = 60_000_000;

/** Recordings at the telephony vendor, by its id of them. */
export class VendorRecordings {
  readonly #client: TelephonyClient;

  constructor(client: TelephonyClient) {
    this.#client = client;
  }

  /** The recording as MP3, or undefined when there is none (yet). */
  async getSound(sid: string): Promise<Buffer | undefined> {
    return this.#client.download(`/Recordings/${encodeURIComponent(sid)}.mp3`, MAX_BYTES);
  }

  /** Deletes a recording for good; one that is not there is as good as deleted. */
  async delete(sid: string): Promise<void> {
    try {
      await this.#client.request('DELETE', `/Recordings/${encodeURIComponent(sid)}.json`);
    } catch (error) {
      if (error instanceof VendorRefusal && error.status === 404) return;
      throw error;
    }
  }
}
