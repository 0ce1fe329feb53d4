/** The telephony vendor lets no call last longer, in seconds: https://www.twilio.com/docs/voice/api/call-resource (TimeLimit). */
const LONGEST_CALL_SECONDS = 86_400;

/** The seconds that a text of the telephony vendor's tells; undefined for what is no whole number of them, or longer than any call. */
export function vendorSeconds(text: string | null | undefined): number | undefined {
  const seconds = /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;
  return seconds !== undefined && seconds <= LONGEST_CALL_SECONDS ? seconds : undefined;
}
