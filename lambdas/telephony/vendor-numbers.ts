import * as z from 'zod/mini';
import { type TelephonyClient, VendorRefusal } from './client.ts';

/** A number as the telephony vendor tells of it. */
const vendorNumber = z.object({ sid: z.string(), phone_number: z.string() });
export type VendorNumber = z.infer<typeof vendorNumber>;

/** The vendor's code for a number that is not to be had: somebody else has bought it meanwhile. */
const TAKEN = 21422;

/** Where numbers are bought. */
const COUNTRY = 'US';

/** Telephone numbers at the telephony vendor. Every method throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
export class VendorNumbers {
  readonly #client: TelephonyClient;

  constructor(client: TelephonyClient) {
    this.#client = client;
  }

  /** A few numbers that can be bought now. */
  async findAvailable(areaCode: string | undefined): Promise<string[]> {
    const query = new URLSearchParams({ VoiceEnabled: 'true', PageSize: '5' });
    if (areaCode !== undefined) query.set('AreaCode', areaCode);
    const page = z.object({ available_phone_numbers: z.array(z.object({ phone_number: z.string() })) });
    const path = `/AvailablePhoneNumbers/${COUNTRY}/Local.json?${query}`;
    const found = page.parse(await this.#client.request('GET', path));
    return found.available_phone_numbers.map(({ phone_number }) => phone_number);
  }

  /** Buys a number under a name of ours, by which the purchase can be found again; undefined when it is no longer to be had. */
  async buy(phoneNumber: string, friendlyName: string): Promise<VendorNumber | undefined> {
    const form = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: friendlyName });
    try {
      return vendorNumber.parse(await this.#client.request('POST', '/IncomingPhoneNumbers.json', form));
    } catch (error) {
      if (error instanceof VendorRefusal && error.code === TAKEN) return undefined;
      throw error;
    }
  }

  /** The number that the account holds, by the number itself or by the name under which it was bought. */
  async find(
    by: { readonly PhoneNumber: string } | { readonly FriendlyName: string },
  ): Promise<VendorNumber | undefined> {
    const page = z.object({ incoming_phone_numbers: z.array(vendorNumber) });
    const path = `/IncomingPhoneNumbers.json?${new URLSearchParams(by)}`;
    return page.parse(await this.#client.request('GET', path)).incoming_phone_numbers[0];
  }

  /** Gives a number back; one that is gone already is left at that. */
  async release(sid: string): Promise<void> {
    try {
      await this.#client.request('DELETE', `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`);
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 404)) throw error;
    }
  }
}
