import * as z from 'zod/mini';
import type { StoredCall } from '../calls/call.ts';
import { id } from '../fields.ts';
import { eventKind } from '../records/webhook.ts';
import { deliveryStatus } from './delivery.ts';

/** Where a request goes on that was not done to its end in one run. */
const continuation = {
  /** The id of the delivery that was looked at last; the newest come first. */
  after: z.optional(id),
  /** The id of the request that its owner made, of which this is a further part. */
  part_of: z.optional(id),
};

/** What an owner asks for: one delivery again; those of a time again; a sample of each of these kinds. */
const asked = z.union([
  z.object({ kind: z.literal('retry'), delivery_id: id }),
  z.object({
    kind: z.literal('replay'),
    from: z.string(),
    until: z.string(),
    status: z.optional(deliveryStatus),
    ...continuation,
  }),
  z.object({ kind: z.literal('test'), subscriptions: z.array(eventKind) }),
]);

const requestFields = {
  id,
  type: z.literal('delivery_request'),
  user_id: id,
  /** When it was asked for: ISO 8601, UTC. */
  timestamp: z.string(),
};

/** A stored request for deliveries. */
const deliveryRequest = z.object({ ...requestFields, webhook_id: id, asked });
export type DeliveryRequest = z.infer<typeof deliveryRequest>;

/** A stored request that deliveries no longer keep what they tell of a call, which was deleted. */
const forgetRequest = z.object({
  ...requestFields,
  forget: z.object({ call_id: id, from: z.string(), until: z.string(), ...continuation }),
});
export type ForgetRequest = z.infer<typeof forgetRequest>;

/** A stored request that is about deliveries, also as it stands on the event bus (`detail`). */
export const storedRequest = z.union([deliveryRequest, forgetRequest]);
export type StoredRequest = z.infer<typeof storedRequest>;

/** Clocks differ, and the last words of a call may be kept after its end. */
const MARGIN_MS = 600_000;

/** The request to forget what was told of a call; undefined when nobody spoke in it. */
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
