import * as z from 'zod/mini';
import { DomainError } from '../domain/errors.ts';
import { phoneNumberFromText } from './query-values.ts';

/** The query of operations on one number: which one. */
export const phoneQuery = z.strictObject({ phone_number: phoneNumberFromText });

/** The user does not have this number and never had it. */
export function unknownNumber(): DomainError {
  const msg = 'You have no such number.';
  return new DomainError('not_found', [{ loc: ['query', 'phone_number'], msg, type: 'not_found' }]);
}
