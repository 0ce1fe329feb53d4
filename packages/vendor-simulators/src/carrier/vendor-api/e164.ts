/** A number in E.164: a plus and up to 15 digits. */
const E164 = /^\+[1-9]\d{1,14}$/;

/** Whether a text is a telephone number in E.164. */
export function isE164(number: string): boolean {
  return E164.test(number);
}
