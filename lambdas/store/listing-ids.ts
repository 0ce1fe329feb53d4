/** Bytes of a UUID. */
const ID_BYTES = 16;

/** A UUID as 16 bytes, which sort as its text does. */
export const bytesOf = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

/** UUIDs one after another, 16 bytes each. */
export const packed = (ids: readonly string[]): Uint8Array => Buffer.concat(ids.map(bytesOf));

/** The UUIDs in such bytes, as text. */
export function unpacked(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  const ids = hex.match(new RegExp(`.{${2 * ID_BYTES}}`, 'g')) ?? [];
  return ids.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}
