import * as z from 'zod/mini';
import { phoneNumber, text } from '../../platform/fields.ts';

/** Countries whose numbers can be bought: the vendor requires no address of the buyer there. */
export const soldCountry = z.enum(['US']);

export const areaCode = () => z.string().check(z.regex(/^[2-9]\d{2}$/));

/** Maximum length of a pattern that the vendor accepts, in characters. */
const MAX_PATTERN_LENGTH = 16;

/** Two or more digits or letters, with wildcards before or after; `+` for the start of a number and `$` for its end. */
export const numberPattern = () =>
  z.string().check(z.maxLength(MAX_PATTERN_LENGTH), z.regex(/^\+?[*%]{0,13}[0-9A-Za-z]{2,16}[*%]{0,13}\$?$/));

export const availableNumber = z.lazy(() =>
  z.object({
    phone_number: phoneNumber,
    country: soldCountry,
    region: z.nullable(text(100)),
    locality: z.nullable(text(100)),
  }),
);

export const monthlyPrice = z.lazy(() =>
  z.object({
    amount: z.number().check(z.minimum(0)),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    source: z.enum(['telephony_vendor', 'price_table']),
  }),
);

export const numberSearch = z.lazy(() =>
  z.object({ items: z.array(availableNumber), monthly_price: z.nullable(monthlyPrice) }),
);
