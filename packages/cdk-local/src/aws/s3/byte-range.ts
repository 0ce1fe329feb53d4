/** The first and the last byte of a part of an object. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes that a `Range` header requests. Returns undefined if the whole object must be sent, because S3 sends at
 * most one range, and `none` if the object has no such bytes:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#AmazonS3-GetObject-request-header-Range
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // Without a first byte, the number counts the last bytes.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first > last ? 'none' : { first, last };
}
