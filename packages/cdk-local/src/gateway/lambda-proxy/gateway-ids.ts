import { randomBytes } from 'node:crypto';

/** An id as API Gateway makes for connections, messages and extended requests: 16 characters ending with `=`. */
export function shortId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

/** A trace header as API Gateway adds to a request that has none. */
export function traceId(now: number): string {
  const seconds = Math.floor(now / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')}`;
}
