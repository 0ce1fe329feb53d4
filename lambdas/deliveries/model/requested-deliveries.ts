import * as z from 'zod/mini';
import type { StoredCall } from '../../calls/model/call.ts';
import { id } from '../../platform/fields.ts';
import { eventKind } from '../../webhooks/model/webhook.ts';
import { deliveryStatus } from './delivery.ts';

/** A request: retry one delivery, replay a period, or send samples of these kinds. */
const requestTask = z.union([
  z.object({ kind: z.literal('retry'), delivery_id: id }),
  z.object({
    kind: z.literal('replay'),
    from: z.string(),
    until: z.string(),
    status: z.optional(deliveryStatus),
  }),
  z.object({ kind: z.literal('test'), subscriptions: z.array(eventKind) }),
]);

const requestFields = {
  id,
  type: z.literal('delivery_request'),
  user_id: id,
  timestamp: z.string(),
  /** The id of the original request, if this one continues a request that took more than one run. */
  part_of: z.optional(id),
  /** The id of the last delivery that earlier runs handled; the newest come first. */
  after: z.optional(id),
};

const deliveryRequest = z.object({ ...requestFields, webhook_id: id, asked: requestTask });
export type DeliveryRequest = z.infer<typeof deliveryRequest>;

const forgetRequest = z.object({
  ...requestFields,
  forget: z.object({ call_id: id, from: z.string(), until: z.string() }),
});
type ForgetRequest = z.infer<typeof forgetRequest>;

/** A stored request about deliveries, also as the `detail` of its event. */
export const storedRequest = z.union([deliveryRequest, forgetRequest]);
export type StoredRequest = z.infer<typeof storedRequest>;

/** Milliseconds around a call in which its events may happen: clocks differ, and messages may be late. */
const MARGIN_MS = 600_000;

/** The request to erase a call's data from its deliveries. Returns undefined if the call has no messages. */
export function forgetRequestOf(
  { id: call_id, user_id, start_time, end_time }: StoredCall,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): ForgetRequest | undefined {
  if (start_time === undefined) return undefined;
  const timestamp = now.toISOString();
  const from = new Date(Date.parse(start_time) - MARGIN_MS).toISOString();
  const until = new Date(Date.parse(end_time ?? timestamp) + MARGIN_MS).toISOString();
  return { id: requestId, type: 'delivery_request', user_id, timestamp, forget: { call_id, from, until } };
}
