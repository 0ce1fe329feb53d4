/** A number as people write it in its country, which is the vendor's name for a number that nobody has named. */
export function nationalFormat(phoneNumber: string): string {
  return phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
