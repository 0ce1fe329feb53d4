import * as z from 'zod/mini';
import { type TelephonyClient, VendorRefusal } from './client.ts';
import type { NumberUrls } from './number-urls.ts';

/** A number as the telephony vendor describes it. */
const vendorNumber = z.object({
  sid: z.string(),
  phone_number: z.string(),
  friendly_name: z.optional(z.nullable(z.string())),
});
export type VendorNumber = z.infer<typeof vendorNumber>;

/** The vendor's code for a number that another customer has bought. */
const TAKEN = 21422;

/** The vendor's largest page: partial matches may come before the right one. */
const LARGEST_PAGE = 1000;

/** The country in which numbers are bought. */
const COUNTRY = 'US';

const setUrls = z.object({
  voice_url: z.optional(z.nullable(z.string())),
  status_callback: z.optional(z.nullable(z.string())),
});

const pathOf = (sid: string) => `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;

const turned = ({ voice, status }: NumberUrls) => ({
  VoiceUrl: voice,
  VoiceMethod: 'POST',
  StatusCallback: status,
  StatusCallbackMethod: 'POST',
});

/** Whether a URL at the vendor is ours, with the present key or an old one without a key: the last two segments differ. */
const isOurs = (told: string | null | undefined, present: string) =>
  told?.startsWith(`${present.split('/').slice(0, -2).join('/')}/`) ?? false;

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
    const found = await this.#client.ask(page, 'GET', path);
    const numbers = found.available_phone_numbers.map(({ phone_number }) => phone_number);
    return numbers.filter((number) => areaCode === undefined || number.startsWith(`+1${areaCode}`));
  }

  /** Buys a number under our own name, by which the purchase can be found. Returns undefined if it is no longer available. */
  async buy(
    phoneNumber: string,
    { friendlyName, urls }: { readonly friendlyName: string; readonly urls: NumberUrls },
  ): Promise<VendorNumber | undefined> {
    const form = new URLSearchParams({
      PhoneNumber: phoneNumber,
      FriendlyName: friendlyName,
      ...turned(urls),
    });
    try {
      return await this.#client.ask(vendorNumber, 'POST', '/IncomingPhoneNumbers.json', form);
    } catch (error) {
      if (error instanceof VendorRefusal && error.code === TAKEN) return undefined;
      throw error;
    }
  }

  /**
   * A number of the account, by its digits or by the name of its purchase. The vendor's filter matches parts and
   * wildcards, so its results are compared again:
   * https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource#read-multiple-incomingphonenumber-resources
   */
  async find(
    by: { readonly PhoneNumber: string } | { readonly FriendlyName: string },
  ): Promise<VendorNumber | undefined> {
    const page = z.object({ incoming_phone_numbers: z.array(vendorNumber) });
    const query = new URLSearchParams({ ...by, PageSize: String(LARGEST_PAGE) });
    const found = page.parse(await this.#client.request('GET', `/IncomingPhoneNumbers.json?${query}`));
    return found.incoming_phone_numbers.find((number) =>
      'PhoneNumber' in by ? number.phone_number === by.PhoneNumber : number.friendly_name === by.FriendlyName,
    );
  }

  /** Sets the URLs of a number to ours, whatever they were before. */
  async turnTo(sid: string, urls: NumberUrls): Promise<void> {
    // A configured application would override the URLs.
    await this.#change(sid, { ...turned(urls), VoiceApplicationSid: '' });
  }

  /** Removes our URLs from a number and leaves others; a missing number is no error. */
  async turnAway(sid: string, urls: NumberUrls): Promise<void> {
    try {
      const { voice_url, status_callback } = await this.#client.ask(setUrls, 'GET', pathOf(sid));
      const ours = {
        ...(isOurs(voice_url, urls.voice) && { VoiceUrl: '' }),
        ...(isOurs(status_callback, urls.status) && { StatusCallback: '' }),
      };
      if (Object.keys(ours).length > 0) await this.#change(sid, ours);
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 404)) throw error;
    }
  }

  async #change(sid: string, settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#client.request('POST', pathOf(sid), new URLSearchParams(settings));
  }

  /** Releases a number; a missing number is no error. */
  async release(sid: string): Promise<void> {
    try {
      await this.#client.request('DELETE', pathOf(sid));
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 404)) throw error;
    }
  }
}
