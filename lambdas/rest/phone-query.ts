import * as z from 'zod/mini';
import { DomainError } from '../domain/errors.ts';
import { phoneNumberFromText } from './query-values.ts';

/** The query of operations on one number: which one. */
export const phoneQuery = z.strictObject({ phone_number: phoneNumberFromText });

/** The sender holds no such number and never did. */
export function unknownNumber(): DomainError {
  const msg = 'You have no such number.';
  return new DomainError('not_found', [{ loc: ['query', 'phone_number'], msg, type: 'not_found' }]);
}
