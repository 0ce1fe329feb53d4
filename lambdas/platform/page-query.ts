import * as z from 'zod/mini';
import { integerBetween } from '../domain/fields.ts';

/** A whole number as a query writes it; what is none is told as such. */
const fromText = z.transform((value: unknown, { issues }) => {
  // No larger than JavaScript counts exactly, so that only one bound is told of.
  if (typeof value === 'string' && /^-?\d+$/.test(value)) {
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }
  issues.push({ code: 'invalid_type', expected: 'int', input: value });
  return z.NEVER;
});

/** `true` or `false` as a query writes it, in any case of letters. */
const booleanFromText = z.transform((value: unknown) => {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : value;
});

/** A client that has no value for a parameter may write it empty or as null. */
const absentWhenNull = z.transform((value: unknown) =>
  value === '' || value === 'null' ? undefined : value,
);

/** The query of paged lists. Both sort columns are the order of creation, which is the only one there is. */
export const pageQuery = z.lazy(() =>
  z.strictObject({
    page: z._default(z.pipe(fromText, integerBetween(1, 1_000_000_000)), 1),
    size: z._default(z.pipe(fromText, integerBetween(1, 100)), 10),
    sort_column: z.optional(z.pipe(absentWhenNull, z.optional(z.enum(['id', 'created_at'])))),
    sort_desc: z._default(z.pipe(booleanFromText, z.boolean()), false),
  }),
);
