import type { CallWithSnapshot } from './snapshot.ts';

/** Largest call in bytes with its snapshot when it begins. */
export const MAX_CALL_BYTES = 200_000;

/** Largest call in bytes after its context was fetched: it keeps the given and the fetched context. */
export const MAX_BYTES_WITH_CONTEXT = 300_000;

export const fitsInStorage = (call: CallWithSnapshot): boolean => bytesOf(call) <= MAX_CALL_BYTES;

export const fitsWithContext = (call: CallWithSnapshot): boolean => bytesOf(call) <= MAX_BYTES_WITH_CONTEXT;

const bytesOf = (call: CallWithSnapshot) => Buffer.byteLength(JSON.stringify(call));
