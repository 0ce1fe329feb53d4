import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';

/** An integer as text, within a range. */
const wholeNumber = (form: RegExp, range: string) =>
  z.optional(z.string().check(z.regex(form, `Must be a whole number from ${range}, as text.`)));

const oneOf = <const Values extends readonly string[]>(values: Values) => z.optional(z.enum(values));

/**
 * Parameters of the vendor's API that a user may set, by the vendor's names. Excluded are those that we need to follow
 * and answer the call (URLs, callbacks, Record, MachineDetection, TimeLimit), and those that could impersonate another
 * caller (CallerId, SIP accounts, CallToken).
 */
const parameters = {
  Byoc: z.optional(z.string().check(z.regex(/^BY[0-9a-f]{32}$/, 'Must be BY and 32 hexadecimal digits.'))),
  CallReason: z.optional(requiredText(50)),
  MachineDetectionSilenceTimeout: wholeNumber(/^([2-9]\d{3}|10000)$/, '2000 to 10000'),
  MachineDetectionSpeechEndThreshold: wholeNumber(/^([5-9]\d{2}|[1-4]\d{3}|5000)$/, '500 to 5000'),
  MachineDetectionSpeechThreshold: wholeNumber(/^([1-5]\d{3}|6000)$/, '1000 to 6000'),
  MachineDetectionTimeout: wholeNumber(/^([3-9]|[1-5]\d)$/, '3 to 59'),
  RecordingTrack: oneOf(['inbound', 'outbound', 'both']),
  SendDigits: z.optional(
    z.string().check(z.regex(/^[0-9A-D*#wW]{1,32}$/, 'Must be 1 to 32 of 0-9, A-D, *, #, w and W.')),
  ),
  Timeout: wholeNumber(/^([5-9]|[1-9]\d|[1-5]\d{2}|600)$/, '5 to 600'),
  Trim: oneOf(['trim-silence', 'do-not-trim']),
};

/** The vendor's parameters of a call that its user sets. */
export const telephonyParams = z.lazy(() =>
  z.strictObject(parameters, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `Must be one of: ${Object.keys(parameters).join(', ')}.` : undefined,
  }),
);
export type TelephonyParams = z.infer<typeof telephonyParams>;
