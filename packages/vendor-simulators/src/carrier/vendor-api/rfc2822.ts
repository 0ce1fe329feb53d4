/** A time as the vendor writes it: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export function rfc2822(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000');
}
