import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { ApiError } from '../errors.ts';
import { phoneNumberFromText } from './query-values.ts';

export const idQuery = z.strictObject({ id });

export const phoneQuery = z.strictObject({ phone_number: phoneNumberFromText });

/** The user never had this number. */
export function unknownNumber(): ApiError {
  const msg = 'You have no such number.';
  return new ApiError('not_found', [{ loc: ['query', 'phone_number'], msg, type: 'not_found' }]);
}
