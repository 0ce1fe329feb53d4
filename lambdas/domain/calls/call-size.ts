import type { StoredCall } from './call.ts';

/** A call keeps its agent as it is when it begins, and DynamoDB keeps 400 KB of a call: the rest is for what will be said. */
export const MAX_CALL_BYTES = 200_000;

/** Whether a call that begins leaves room for what will be said. */
export const fitsInStorage = (call: StoredCall): boolean =>
  Buffer.byteLength(JSON.stringify(call)) <= MAX_CALL_BYTES;
