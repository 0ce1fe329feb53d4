import * as z from 'zod/mini';
import { phoneNumber, time } from '../domain/fields.ts';

/** A whole number as a query writes it; what is none is told as such. */
export const numberFromText = z.transform((value: unknown, { issues }) => {
  // No larger than JavaScript counts exactly, so that only one bound is told of.
  if (typeof value === 'string' && /^-?\d+$/.test(value)) {
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }
  issues.push({ code: 'invalid_type', expected: 'int', input: value });
  return z.NEVER;
});

/** `true` or `false` as a query writes it, in any case of letters. */
export const booleanFromText = z.transform((value: unknown) => {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : value;
});

/** A client that has no value for a parameter may write it empty or as null. */
const absentWhenNull = z.transform((value: unknown) =>
  value === '' || value === 'null' ? undefined : value,
);

/** A parameter that may be left out, empty or null. */
export const optionalParameter = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.pipe(absentWhenNull, z.optional(schema)));

/** A phone number in a query, where a plus sign that was not written %2B is a space. */
export const phoneNumberFromText = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/^ /, '+') : value)),
  phoneNumber,
);

/** A date and time of ISO 8601 in a query, whose offset's plus sign may be a space; gives it in UTC, to the millisecond. */
export const timeFromText = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value,
  ),
  time(),
);
