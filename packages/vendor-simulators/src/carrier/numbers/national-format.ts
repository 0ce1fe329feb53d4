/** A number in its country's format, which is the vendor's default name of a number. */
export function nationalFormat(phoneNumber: string): string {
  return phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
