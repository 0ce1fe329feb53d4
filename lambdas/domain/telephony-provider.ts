import * as z from 'zod/mini';

export const telephonyProvider = z.enum(['telephony_vendor_a']);
