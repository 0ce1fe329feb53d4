import * as z from 'zod/mini';

/** The vendors of numbers and calls. */
export const telephonyProvider = z.enum(['telephony_vendor_a']);
