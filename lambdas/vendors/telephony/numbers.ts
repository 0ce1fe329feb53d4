import * as z from 'zod/mini';
import { logger } from '../../platform/logger.ts';
import type { TelephonyClient } from './client.ts';
import { ignoreMissing, isVendorFailure, VendorRefusal } from './vendor-errors.ts';

export interface NumberUrls {
  readonly voice: string;
  /** Requested if the instructions cannot be fetched. */
  readonly fallback: string;
  readonly status: string;
}

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

const COUNTRY = 'US';

/** Maximum characters of a place name that are kept. */
const MAX_PLACE_LENGTH = 100;

const place = z.optional(z.nullable(z.string()));

/** A number for sale: https://www.twilio.com/docs/phone-numbers/api/availablephonenumberlocal-resource */
const offer = z.object({ phone_number: z.string(), locality: place, region: place });

interface AvailableNumber {
  readonly phone_number: string;
  readonly country: typeof COUNTRY;
  readonly region: string | null;
  readonly locality: string | null;
}

export interface NumberSearchCriteria {
  readonly areaCode?: string | undefined;
  /** The vendor's pattern of numbers. */
  readonly contains?: string | undefined;
  readonly size: number;
}

const setUrls = z.object({
  voice_url: z.optional(z.nullable(z.string())),
  voice_fallback_url: z.optional(z.nullable(z.string())),
  status_callback: z.optional(z.nullable(z.string())),
});
export type SetUrls = z.infer<typeof setUrls>;

const placeOf = (name: string | null | undefined) => name?.slice(0, MAX_PLACE_LENGTH) ?? null;

const pathOf = (sid: string) => `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;

const urlSettings = ({ voice, fallback, status }: NumberUrls) => ({
  VoiceUrl: voice,
  VoiceMethod: 'POST',
  VoiceFallbackUrl: fallback,
  VoiceFallbackMethod: 'POST',
  StatusCallback: status,
  StatusCallbackMethod: 'POST',
});

/** Whether a URL at the vendor is ours, with the current or an old key: the last two segments differ. */
const isOurs = (vendorUrl: string | null | undefined, present: string) =>
  vendorUrl?.startsWith(`${present.split('/').slice(0, -2).join('/')}/`) ?? false;

/** Telephone numbers at the telephony vendor. Every method throws VendorRefusal, VendorUnreachable or VendorResponseLost. */
export class VendorNumbers {
  readonly #client: TelephonyClient;

  constructor(client: TelephonyClient) {
    this.#client = client;
  }

  /** Local numbers that can be bought now, without an address of the buyer. */
  async findAvailable({ areaCode, contains, size }: NumberSearchCriteria): Promise<AvailableNumber[]> {
    const query = new URLSearchParams({
      VoiceEnabled: 'true',
      ExcludeAllAddressRequired: 'true',
      PageSize: String(size),
      ...(areaCode !== undefined && { AreaCode: areaCode }),
      ...(contains !== undefined && { Contains: contains }),
    });
    const page = z.object({ available_phone_numbers: z.array(offer) });
    const path = `/AvailablePhoneNumbers/${COUNTRY}/Local.json?${query}`;
    const { available_phone_numbers: offers } = await this.#client.ask(page, 'GET', path);
    const isWanted = (number: string) =>
      /^\+1\d{10}$/.test(number) && number.startsWith(`+1${areaCode ?? ''}`);
    return offers
      .filter(({ phone_number }) => isWanted(phone_number))
      .slice(0, size)
      .map(({ phone_number, region, locality }) => ({
        phone_number,
        country: COUNTRY,
        region: placeOf(region),
        locality: placeOf(locality),
      }));
  }

  /** Buys a number under a friendly name by which the purchase can be found. Returns undefined if it is no longer available. */
  async buy(
    phoneNumber: string,
    { friendlyName, urls }: { readonly friendlyName: string; readonly urls: NumberUrls },
  ): Promise<VendorNumber | undefined> {
    const form = new URLSearchParams({
      PhoneNumber: phoneNumber,
      FriendlyName: friendlyName,
      ...urlSettings(urls),
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

  async urlsOf(sid: string): Promise<SetUrls> {
    return await this.#client.ask(setUrls, 'GET', pathOf(sid));
  }

  /** Points a number to the service, replacing any URLs. */
  async setUrls(sid: string, urls: NumberUrls): Promise<void> {
    // A configured application would override the URLs.
    await this.#change(sid, { ...urlSettings(urls), VoiceApplicationSid: '' });
  }

  /** Removes the service's URLs from a number and leaves others; a missing number is no error. */ async removeUrls(
    sid: string,
    urls: NumberUrls,
  ): Promise<void> {
    try {
      const { voice_url, status_callback } = await this.urlsOf(sid);
      const ours = {
        // The vendor keeps no fallback URL without a main URL.
        ...(isOurs(voice_url, urls.voice) && { VoiceUrl: '', VoiceFallbackUrl: '' }),
        ...(isOurs(status_callback, urls.status) && { StatusCallback: '' }),
      };
      if (Object.keys(ours).length > 0) await this.#change(sid, ours);
    } catch (error) {
      ignoreMissing(error);
    }
  }

  async #change(sid: string, settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#client.request('POST', pathOf(sid), new URLSearchParams(settings));
  }

  /** Releases a number; a missing number is no error. */
  async release(sid: string): Promise<void> {
    await this.#client.request('DELETE', pathOf(sid)).catch(ignoreMissing);
  }
}

const amount = z.union([z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/)), z.number().check(z.minimum(0))]);

/** The prices of a country, by the type of the number: https://www.twilio.com/docs/phone-numbers/pricing */
const countryPrices = z.object({
  phone_number_prices: z.array(z.object({ number_type: z.string(), current_price: amount })),
  price_unit: z.string().check(z.regex(/^[A-Za-z]{3}$/)),
});

interface MonthlyPrice {
  readonly amount: number;
  readonly currency: string;
  readonly source: 'telephony_vendor' | 'price_table';
}

/** The operator's own prices of numbers, by country (ISO 3166-1). */
interface PriceTable {
  readonly currency: string;
  readonly numbers?: Readonly<Record<string, number>> | undefined;
}

/** The monthly price of a local number: the vendor's for the account, or the price table's. Null without either. */
export async function monthlyPriceOf(
  client: TelephonyClient,
  { country, prices }: { readonly country: string; readonly prices: PriceTable },
): Promise<MonthlyPrice | null> {
  return (await askVendor(client, country)) ?? estimate(prices, country);
}

async function askVendor(client: TelephonyClient, country: string): Promise<MonthlyPrice | undefined> {
  try {
    const answer = await client.pricing().ask(countryPrices, 'GET', `/PhoneNumbers/Countries/${country}`);
    const local = answer.phone_number_prices.find(({ number_type }) => number_type === 'local');
    if (!local) return undefined;
    const currency = answer.price_unit.toUpperCase();
    return { amount: Number(local.current_price), currency, source: 'telephony_vendor' };
  } catch (error) {
    if (!isVendorFailure(error)) throw error;
    logger.info('The telephony vendor reported no price for numbers.', { error });
    return undefined;
  }
}

function estimate({ currency, numbers }: PriceTable, country: string): MonthlyPrice | null {
  const price = numbers?.[country];
  return price === undefined ? null : { amount: price, currency, source: 'price_table' };
}
