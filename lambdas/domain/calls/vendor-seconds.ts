/** The longest call in seconds that the vendor permits: https://www.twilio.com/docs/voice/api/call-resource (TimeLimit). */
const LONGEST_CALL_SECONDS = 86_400;

/** Parses seconds from the telephony vendor. Returns undefined unless they are an integer, and no longer than any call. */
export function vendorSeconds(text: string | null | undefined): number | undefined {
  const seconds = /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;
  return seconds !== undefined && seconds <= LONGEST_CALL_SECONDS ? seconds : undefined;
}
