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
 * one of the same call that the bus refused. Each event is in the first batch with room after the events of its call:
 * a long conversation does not delay the calls that others create meanwhile.
 */
export function batchesOf(pending: readonly Pending[]): readonly Pending[][] {
  const batches: { readonly events: Pending[]; bytes: number }[] = [];
  /** The first batch that may have an event of the call. */
  const nextOf = new Map<string, number>();
  for (const each of pending) {
    const bytes = Buffer.byteLength(each.entry.Detail) + ENTRY_OVERHEAD_BYTES;
    let index = nextOf.get(each.subject) ?? 0;
    while (batches[index] && !hasRoom(batches[index], bytes)) index += 1;
    const batch = batches[index] ?? { events: [], bytes: 0 };
    batch.events.push(each);
    batch.bytes += bytes;
    batches[index] = batch;
    nextOf.set(each.subject, index + 1);
  }
  return batches.map(({ events }) => events);
}

const hasRoom = (
  batch: { readonly events: readonly Pending[]; readonly bytes: number } | undefined,
  bytes: number,
) => batch !== undefined && batch.events.length < MAX_ENTRIES && batch.bytes + bytes <= MAX_BYTES;
