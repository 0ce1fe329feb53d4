import * as z from 'zod/mini';
import { integerBetween } from '../fields.ts';

/** Most keys of one entry. */
export const MAX_KEYS = 32;

/** Keys that a caller can press, as text. */
export const KEYS = /^[0-9*#]{1,32}$/;

/** How an agent listens for keys that the caller presses. */
export const dtmfInput = () =>
  z.strictObject({
    terminator: z._default(z.enum(['#', '*', 'none']), '#'),
    /** Seconds without another key that end an entry. */
    timeout_seconds: z._default(integerBetween(1, 10), 2),
    /** Keys that end an entry. */
    max_length: z._default(integerBetween(1, MAX_KEYS), MAX_KEYS),
  });
export type DtmfInput = z.infer<ReturnType<typeof dtmfInput>>;
