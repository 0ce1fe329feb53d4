/**
 * The vendor's retries of each callback: two retries after any failure. A refusal (4xx) may be a throttle. Without
 * it, the vendor retries once, and only if it got no connection. All attempts together may take 15 seconds:
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
const RETRIES = 'rc=2&rp=4xx,5xx,ct,rt';

/** A callback's URL as given to the vendor. The fragment contains settings for the vendor, which it does not send back. */
export const withRetries = (url: string): string => `${url}#${RETRIES}`;

/** The part of a callback's URL that the vendor signs: up to the end of the query, without a fragment. */
export const signedPart = (url: string): string => url.split('#', 1)[0] ?? '';
