/** The lowest UUIDv7 of this time (epoch milliseconds). */
export const lowestIdAt = (ms: number): string => idAt(ms, '0');

/** The highest UUIDv7 of this time (epoch milliseconds). */
export const highestIdAt = (ms: number): string => idAt(ms, 'f');

function idAt(ms: number, digit: string): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return time.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
