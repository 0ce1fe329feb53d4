import * as z from 'zod/mini';
import type { Warning } from '../../platform/fields.ts';
import { isPlainName, PLAIN, plainText } from '../../platform/fields.ts';

const wholeNumber = (form: RegExp, range: string) =>
  z.optional(z.string().check(z.regex(form, `Must be a whole number from ${range}, as a string.`)));

const oneOf = <const Values extends readonly string[]>(values: Values) => z.optional(z.enum(values));

const parameters = {
  Byoc: z.optional(z.string().check(z.regex(/^BY[0-9a-f]{32}$/, 'Must be BY and 32 hexadecimal digits.'))),
  CallReason: z.optional(plainText(50).check(z.minLength(1))),
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

/** Parameters that we need ourselves, and those that could impersonate another caller. */
export const RESERVED_PARAMETERS: readonly string[] = [
  ...['ApplicationSid', 'FallbackMethod', 'FallbackUrl', 'From', 'Method', 'To', 'Twiml', 'Url'],
  ...['AsyncAmd', 'AsyncAmdStatusCallback', 'AsyncAmdStatusCallbackMethod', 'MachineDetection'],
  ...['StatusCallback', 'StatusCallbackEvent', 'StatusCallbackMethod', 'TimeLimit'],
  ...['Record', 'RecordingChannels', 'RecordingStatusCallback', 'RecordingStatusCallbackEvent'],
  ...['RecordingStatusCallbackMethod', 'CallerId', 'CallToken', 'SipAuthPassword', 'SipAuthUsername'],
];

const MAX_PARAMETERS = 50;

/** What the checks require, for the document. An index signature in TypeScript does not permit the optional fields beside it. */
const FORM = {
  maxProperties: MAX_PARAMETERS,
  additionalProperties: false,
  patternProperties: { '^': { type: ['string', 'null'], maxLength: 2000 } },
  propertyNames: { minLength: 1, maxLength: 100, not: { enum: [...RESERVED_PARAMETERS] } },
};

/** The vendor parameters that a user sets for a call. Unknown parameters are stored, but not sent to the vendor. */
export const telephonyParams = z.lazy(() =>
  z.catchall(z.object(parameters), plainText(2000)).check(({ value, issues }) => {
    const names = Object.keys(value);
    for (const name of names) {
      const issue = issueOfName(name);
      if (issue) issues.push({ code: 'custom', input: value, path: [name], ...issue });
    }
    if (names.length <= MAX_PARAMETERS) return;
    const message = `At most ${MAX_PARAMETERS} entries are allowed.`;
    issues.push({ code: 'custom', input: value, message });
  }, z.meta(FORM)),
);

function issueOfName(name: string) {
  if (RESERVED_PARAMETERS.includes(name)) {
    const message = `The service sets this parameter itself; you may set: ${Object.keys(parameters).join(', ')}.`;
    return { message, params: { type: 'reserved_parameter' } };
  }
  if (!isPlainName(name)) return { message: PLAIN };
  if (name.length > 0 && name.length <= 100) return undefined;
  return { message: 'The name of a parameter must have 1 to 100 characters.' };
}

const isKnownParameter = (name: string): boolean => Object.hasOwn(parameters, name);

export function vendorParameters(
  given: Readonly<Record<string, string>> | null | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => isKnownParameter(name)));
}

/** Warnings about the parameters of a new call that are not passed to the vendor. */
export function warningsOfParams({
  telephony_params: params,
}: Readonly<Record<string, unknown>>): readonly Warning[] {
  if (typeof params !== 'object' || params === null) return [];
  const unknown = Object.keys(params).filter((name) => !isKnownParameter(name));
  const msg =
    'This parameter is stored but has no effect: the service does not pass it to the telephony vendor.';
  return unknown.map((name) => ({ loc: ['body', 'telephony_params', name], msg, type: 'no_effect' }));
}
