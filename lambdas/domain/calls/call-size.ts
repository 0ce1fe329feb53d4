import type { StoredCall } from './call.ts';

/** Largest call in bytes when it begins. DynamoDB stores 400 KB; the rest is for the transcript. */
export const MAX_CALL_BYTES = 200_000;

/** Largest call in bytes after its context was fetched: it keeps the given and the fetched context. */
export const MAX_BYTES_WITH_CONTEXT = 300_000;

/** Whether a new call leaves enough bytes for its transcript. */
export const fitsInStorage = (call: StoredCall): boolean => bytesOf(call) <= MAX_CALL_BYTES;

/** The same for a call with a fetched context. */
export const fitsWithContext = (call: StoredCall): boolean => bytesOf(call) <= MAX_BYTES_WITH_CONTEXT;

const bytesOf = (call: StoredCall) => Buffer.byteLength(JSON.stringify(call));
