import * as z from 'zod/mini';
import { deliveryStatus } from './delivery.ts';
import { id } from './fields.ts';
import { eventKind } from './webhook.ts';

/** What an owner asks for: one delivery again; those of a time again; a sample of each of these kinds. */
const asked = z.union([
  z.object({ kind: z.literal('retry'), delivery_id: id }),
  z.object({
    kind: z.literal('replay'),
    from: z.string(),
    until: z.string(),
    status: z.optional(deliveryStatus),
  }),
  z.object({ kind: z.literal('test'), subscriptions: z.array(eventKind) }),
]);

/** A stored request for deliveries, also as it stands on the event bus (`detail`). */
export const deliveryRequest = z.object({
  id,
  type: z.literal('delivery_request'),
  user_id: id,
  webhook_id: id,
  /** When it was asked for: ISO 8601, UTC. */
  timestamp: z.string(),
  asked,
});
export type DeliveryRequest = z.infer<typeof deliveryRequest>;
