/** Bytes of a UUID. */
const ID_BYTES = 16;

/** A UUID as 16 bytes, which sort like its text. */
export const bytesOf = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

/** UUIDs in a row, 16 bytes each. */
export const packed = (ids: readonly string[]): Uint8Array => Buffer.concat(ids.map(bytesOf));

/** UUIDs as a set of bytes. */
export const setOf = (ids: readonly string[]): Set<Uint8Array> => new Set(ids.map(bytesOf));

/** The UUIDs of packed bytes. */
export function unpacked(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  const ids = hex.match(new RegExp(`.{${2 * ID_BYTES}}`, 'g')) ?? [];
  return ids.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}

/** The lowest UUIDv7 of this time (epoch milliseconds). */
export const lowestIdAt = (ms: number): string => idAt(ms, '0');

/** The highest UUIDv7 of this time (epoch milliseconds). */
export const highestIdAt = (ms: number): string => idAt(ms, 'f');

function idAt(ms: number, digit: string): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return unpacked(Buffer.from(time.padEnd(2 * ID_BYTES, digit), 'hex'))[0] ?? '';
}
