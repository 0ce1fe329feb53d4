import type { StoredDelivery } from '../../domain/events/delivery.ts';
import type { Event } from '../../domain/events/events.ts';
import { transcriptPayload } from '../../domain/events/facts.ts';
import type { Table } from '../table/table.ts';
import { getCall } from './calls.ts';

/** The payload of a delivery. Returns undefined if it was deleted with its call. */
export async function loadPayload(
  table: Table,
  { payload, user_id: userId, call_id: callId }: StoredDelivery,
): Promise<Event['payload'] | undefined> {
  if (payload) return payload;
  const call = await getCall(table, { userId, callId });
  return call && transcriptPayload(call);
}
