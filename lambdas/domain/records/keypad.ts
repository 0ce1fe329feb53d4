import * as z from 'zod/mini';
import { integerBetween } from '../fields.ts';

export const MAX_KEYS = 32;

export const KEYS = /^[0-9*#]{1,32}$/;

export const dtmfInput = () =>
  z.strictObject({
    terminator: z._default(z.enum(['#', '*', 'none']), '#'),
    /** Seconds without another key that end an entry. */
    timeout_seconds: z._default(integerBetween(1, 10), 2),
    max_length: z._default(integerBetween(1, MAX_KEYS), MAX_KEYS),
  });
export type DtmfInput = z.infer<ReturnType<typeof dtmfInput>>;
