import * as z from 'zod/mini';
import { deliveryStatus, type ListedDelivery, toListedDelivery } from '../../domain/events/delivery.ts';
import { id } from '../../domain/fields.ts';
import { eventKind } from '../../domain/records/webhook.ts';
import type { Table } from '../../store/table/table.ts';
import { listDeliveries } from '../../store/webhooks/list-deliveries.ts';
import { cursorOf, cursorText } from '../cursor.ts';
import { Reply } from '../endpoint.ts';
import { linkHeader } from '../page.ts';
import { optionalParameter, pageSize, timeFromText } from './query-values.ts';

const DEFAULT_SIZE = 50;

export const deliveryParameters = () => ({
  webhook: optionalParameter(id),
  call: optionalParameter(id),
  type: optionalParameter(eventKind),
  status: optionalParameter(deliveryStatus),
  from: optionalParameter(timeFromText),
  until: optionalParameter(timeFromText),
  size: pageSize(),
  cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
});

const query = z.lazy(() => z.strictObject(deliveryParameters()));

export type DeliveryQuery = z.infer<typeof query>;

/** A page of a user's deliveries, with links to the other pages. */
export async function readDeliveries(
  table: Table,
  userId: string,
  given: DeliveryQuery,
): Promise<Reply<ListedDelivery[]>> {
  const { webhook: webhook_id, call: call_id, size = DEFAULT_SIZE, cursor, ...rest } = given;
  const filter = { webhook_id, call_id, ...rest };
  const { items, next } = await listDeliveries(table, userId, { filter, after: cursor?.after, size });
  const link = linkHeader(given, next && cursorText({ after: next }));
  return new Reply(items.map(toListedDelivery), { link });
}
