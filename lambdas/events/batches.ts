import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { StoredRequest } from '../domain/events/delivery-request.ts';
import type { Event } from '../domain/events/events.ts';

/** Most entries of a PutEvents request, and most bytes with a margin. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 900_000;
/** Bytes of an entry besides its detail, rounded up. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** The events on the bus: facts of calls, and requests of owners. */
export type Published = Event | StoredRequest;

/** An event to publish, and its stream record. */
export interface Pending {
  readonly sequenceNumber: string;
  /** The call of the event; its events are published in order. */
  readonly subject: string;
  readonly event: Published;
  readonly entry: PutEventsRequestEntry & { readonly Detail: string };
}

/**
 * Batches within the limits of a request, with at most one event per call. So no event is published before an earlier
 * one of the same call that the bus refused.
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
