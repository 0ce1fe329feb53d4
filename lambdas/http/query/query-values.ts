import * as z from 'zod/mini';
import { id, integerBetween, time } from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { ApiError } from '../errors.ts';

/** Parses an integer of a query; any other text stays as it is and fails validation. */
export const numberFromText = z.transform((value: unknown, { issues }) => {
  // Capped at the largest exact integer of JavaScript, so that only one bound is reported.
  if (typeof value === 'string' && /^-?\d+$/.test(value)) {
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }
  issues.push({ code: 'invalid_type', expected: 'int', input: value });
  return z.NEVER;
});

/** Parses `true` or `false` of a query, in any case. */
export const booleanFromText = z.transform((value: unknown) => {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : value;
});

/** Clients may send an empty text or null for a missing value. */
const absentWhenNull = z.transform((value: unknown) =>
  value === '' || value === 'null' ? undefined : value,
);

/** An optional parameter; may be empty or null. */
export const optionalParameter = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.pipe(absentWhenNull, z.optional(schema)));

/** The maximum number of records in an answer, from 1 to 100. */
export const pageSize = () => z.optional(z.pipe(numberFromText, integerBetween(1, 100)));

/** A phone number in a query, where an unescaped plus sign arrives as a space. Returns it in E.164. */
export const phoneNumberFromText = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' ? value.replace(/^(tel:)? (?=[1-9])/i, '$1+') : value,
  ),
  phoneNumberInput,
);

/** An ISO 8601 time of a query, whose plus sign may arrive as a space, in UTC to the millisecond. */
export const timeFromText = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value,
  ),
  time(),
);

export const idQuery = z.strictObject({ id });

export const phoneQuery = z.strictObject({ phone_number: phoneNumberFromText });

/** The user never had this number. */
export function unknownNumber(): ApiError {
  const msg = 'You have no such number.';
  return new ApiError('not_found', [{ loc: ['query', 'phone_number'], msg, type: 'not_found' }]);
}
