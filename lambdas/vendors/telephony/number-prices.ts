import * as z from 'zod/mini';
import { logger } from '../../platform/logger.ts';
import type { TelephonyClient } from './client.ts';
import { isVendorFailure } from './vendor-errors.ts';

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
