import type { StoredCall } from './call.ts';

/** A call keeps its agent as it is when it begins, and DynamoDB keeps 400 KB of a call: the rest is for what will be said. */
export const MAX_CALL_BYTES = 200_000;

/** The same with a context that was fetched, beside the one that the call was given. */
export const MAX_BYTES_WITH_CONTEXT = 300_000;

/** Whether a call is small enough, when it begins, for its transcript to be stored with it. */
export const fitsInStorage = (call: StoredCall): boolean => bytesOf(call) <= MAX_CALL_BYTES;

/** Whether a call does whose context was fetched. */
export const fitsWithContext = (call: StoredCall): boolean => bytesOf(call) <= MAX_BYTES_WITH_CONTEXT;

const bytesOf = (call: StoredCall) => Buffer.byteLength(JSON.stringify(call));
