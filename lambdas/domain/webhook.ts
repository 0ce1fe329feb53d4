import * as z from 'zod/mini';
import { outboundUrl, ownerFields, readOnlyFields } from './fields.ts';

/** The kinds of event that a webhook can subscribe to. */
export const eventKind = z.enum([
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
]);
export type EventKind = z.infer<typeof eventKind>;

const method = z.enum(['GET', 'POST']);

/** The fields of a webhook that an update may change. */
export const webhookShape = () => ({
  subscriptions: z.array(eventKind).check(z.maxLength(eventKind.options.length)),
  url: outboundUrl,
  method: z._default(method, 'POST'),
});

/** What a user sends to create a webhook. */
export const webhookInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...webhookShape() }));
export type WebhookInput = z.infer<typeof webhookInput>;

/** Where a user's events are delivered, with the secret that signs them. */
export const webhook = z.lazy(() =>
  z.object({
    ...ownerFields,
    subscriptions: z.array(eventKind),
    url: z.string(),
    method,
    secret: z.string().check(z.startsWith('whsec_')),
  }),
);
export type Webhook = z.infer<typeof webhook>;

/** The webhook as it stands inside another record: without its secret. */
export const embeddedWebhook = z.lazy(() =>
  z.object({
    ...ownerFields,
    subscriptions: z.array(eventKind),
    url: z.string(),
    method,
  }),
);
export type EmbeddedWebhook = z.infer<typeof embeddedWebhook>;

/** Leaves out the secret. */
export function toEmbeddedWebhook({ id, user_id, subscriptions, url, method }: Webhook): EmbeddedWebhook {
  return { id, user_id, subscriptions, url, method };
}

/** A new signing secret as Standard Webhooks writes it: 32 random bytes in base64 after `whsec_`. */
export const newWebhookSecret = (randomBytes: (size: number) => Buffer) =>
  `whsec_${randomBytes(32).toString('base64')}`;
