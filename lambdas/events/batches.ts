import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';

/** PutEvents takes so many entries, and with some room to spare so many bytes of them. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 900_000;
/** What counts of an entry besides its detail, generously. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** What is to be published, and the stream record that it is of. */
export interface Pending {
  readonly sequenceNumber: string;
  /** The call that it is about, whose events are to go one after another. */
  readonly subject: string;
  readonly entry: PutEventsRequestEntry & { readonly Detail: string };
}

/**
 * As many events as one request may have, in number and in bytes, and one of each call: should the bus refuse one, none of the same
 * call has overtaken it, and those that were stored together do not set out at the same time.
 */
export function batchesOf(pending: readonly Pending[]): readonly Pending[][] {
  const batches: Pending[][] = [];
  let bytes = 0;
  for (const each of pending) {
    const own = Buffer.byteLength(each.entry.Detail) + ENTRY_OVERHEAD_BYTES;
    const last = batches.at(-1);
    bytes += own;
    const isFirstOfCall = !last?.some(({ subject }) => subject === each.subject);
    if (last && isFirstOfCall && last.length < MAX_ENTRIES && bytes <= MAX_BYTES) last.push(each);
    else {
      batches.push([each]);
      bytes = own;
    }
  }
  return batches;
}
