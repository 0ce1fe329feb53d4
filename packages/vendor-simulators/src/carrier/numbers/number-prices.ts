import { answerJson, type Route } from '../../http/http-server.ts';
import { credentialsRoute } from '../accounts/account-route.ts';
import type { CarrierContext } from '../state/context.ts';
import { notFound, VendorError } from '../vendor-api/vendor-error.ts';

/** The vendor's list prices of numbers per month. The simulated carrier sells US numbers. */
const PRICES = [
  { number_type: 'local', base_price: '1.15', current_price: '1.15' },
  { number_type: 'toll free', base_price: '2.15', current_price: '2.15' },
];

/** The prices of a country's numbers per month: https://www.twilio.com/docs/phone-numbers/pricing */
export const numberPrices = (context: CarrierContext): Route =>
  credentialsRoute(context, {
    method: 'GET',
    path: /^\/v1\/PhoneNumbers\/Countries\/(?<country>[^/]+)$/,
    handle: ({ params, url, response }, account) => {
      if (context.faults.of(account).prices === 'refuse') throw new VendorError(401, 20003, 'Authenticate');
      if (params.country !== 'US') throw notFound(url);
      answerJson(response, 200, {
        country: 'United States',
        iso_country: 'US',
        phone_number_prices: PRICES,
        price_unit: 'USD',
        url: 'https://pricing.twilio.com/v1/PhoneNumbers/Countries/US',
      });
    },
  });
