import * as z from 'zod/mini';
import { id, integerBetween } from '../../domain/fields.ts';
import { areaCode, numberPattern, numberSearch, soldCountry } from '../../domain/records/number-search.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { takeNumberSearch } from '../../rest/limits/number-search-limit.ts';
import { numberFromText, optionalParameter } from '../../rest/query/query-values.ts';
import { telephonyAccount } from '../../runtime/grants.ts';
import { PRICES } from '../../runtime/variables/prices.ts';
import {
  NUMBER_SEARCHES_PER_MINUTE,
  PLATFORM_NUMBER_SEARCHES_PER_MINUTE,
  TELEPHONY_API_URL,
} from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { monthlyPriceOf } from '../../telephony/number-prices.ts';
import { VendorNumbers } from '../../telephony/numbers.ts';
import { requireTelephonyClient, throwVendorFault } from './telephony-account.ts';

/** The most numbers of an answer, and the usual ones. */
const MAX_SIZE = 30;
const DEFAULT_SIZE = 10;

/** A plus sign that was not escaped arrives as a space. */
const patternFromText = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/^ /, '+') : value)),
  numberPattern(),
);

export const searchNumbers = defineEndpoint({
  operation: 'searchNumbers',
  method: 'GET',
  path: '/v1/numbers/search',
  summary: 'Search for numbers to buy',
  query: z.lazy(() =>
    z.strictObject({
      country: optionalParameter(soldCountry),
      area_code: optionalParameter(areaCode()),
      contains: optionalParameter(patternFromText),
      telephony_account_connection: optionalParameter(id),
      size: z.optional(z.pipe(numberFromText, integerBetween(1, MAX_SIZE))),
    }),
  ),
  response: numberSearch,
  tableActions: ['GetItem'],
  grants: [telephonyAccount],
  variables: [TELEPHONY_API_URL, PRICES, NUMBER_SEARCHES_PER_MINUTE, PLATFORM_NUMBER_SEARCHES_PER_MINUTE],
  async run({ userId, query }, { table, now }) {
    const { telephony_account_connection: connection = null, size = DEFAULT_SIZE } = query;
    const { country = 'US', area_code: area, contains } = query;
    const account = { user_id: userId, telephony_account_connection: connection };
    const client = await requireTelephonyClient(table, account, 'query');
    await takeNumberSearch(table, { userId, connection, now: now() });
    const [items, price] = await Promise.all([
      new VendorNumbers(client)
        .findAvailable({ areaCode: area, contains, size })
        .catch(throwVendorFault(connection, 'query')),
      monthlyPriceOf(client, { country, prices: readVariable(PRICES) }),
    ]);
    return { items, monthly_price: price };
  },
});

export const handler = serve(searchNumbers);
