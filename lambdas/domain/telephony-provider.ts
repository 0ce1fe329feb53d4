import * as z from 'zod/mini';

/** The vendors that numbers are held at and calls go through. */
export const telephonyProvider = z.enum(['telephony_vendor_a']);
