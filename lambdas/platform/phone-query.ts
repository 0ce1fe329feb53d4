import * as z from 'zod/mini';
import { phoneNumber } from '../domain/fields.ts';
import { DomainError } from './errors.ts';

/** In a query a plus sign that was not written as %2B arrives as a space. */
const plusForSpace = z.transform((value: unknown) =>
  typeof value === 'string' ? value.replace(/^ /, '+') : value,
);

/** A telephone number in a query. */
export const phoneNumberInQuery = z.pipe(plusForSpace, phoneNumber);

/** The query of operations on one number: which one. */
export const phoneQuery = z.strictObject({ phone_number: phoneNumberInQuery });

/** The sender holds no such number and never did. */
export function unknownNumber(): DomainError {
  const msg = 'You have no such number.';
  return new DomainError('not_found', [{ loc: ['query', 'phone_number'], msg, type: 'not_found' }]);
}
