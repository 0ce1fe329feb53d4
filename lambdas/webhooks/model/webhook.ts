import * as z from 'zod/mini';
import { outboundUrl, ownerFields, readOnlyFields, utcTime } from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { secretOf } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';

export const eventKind = z.enum([
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
  'event_analysis',
  'event_campaign_started',
  'event_campaign_paused',
  'event_campaign_resumed',
  'event_campaign_finished',
  'event_campaign_cancelled',
]);
export type EventKind = z.infer<typeof eventKind>;

const method = z.enum(['GET', 'POST']);

/** Maximum webhooks of a user that subscribe to all calls. Each event is delivered to all of them and to the agent's own. */
export const MAX_ALL_CALLS_WEBHOOKS = 10;

export const webhookShape = () => ({
  subscriptions: z.array(eventKind).check(z.maxLength(eventKind.options.length)),
  url: outboundUrl,
  method: z._default(method, 'POST'),
  all_calls: z._default(z.boolean(), false),
});

const webhookPatchShape = () => ({ ...webhookShape(), enabled: z._default(z.boolean(), true) });

export const webhookUpdate = patchOf(webhookPatchShape);

export const webhookInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...webhookShape() }));
export type WebhookInput = z.infer<typeof webhookInput>;

const secret = secretOf('webhooks', z.string());

/** A replaced secret that still signs. */
const previousSecret = z.object({
  secret: secretOf('webhooks', z.string(), true),
  valid_until: utcTime(),
});

/** Why a webhook is disabled: by its user; its receiver responded with 410; every delivery failed for days. */
export const disabledReason = z.enum(['owner', 'gone', 'failing']);
export type DisabledReason = z.infer<typeof disabledReason>;

export const webhook = z.lazy(() =>
  z.object({
    ...ownerFields,
    subscriptions: z.array(eventKind),
    url: z.string(),
    method,
    all_calls: z._default(z.boolean(), false),
    enabled: z._default(z.boolean(), true),
    disabled_at: z._default(z.nullable(utcTime()), null),
    disabled_reason: z._default(z.nullable(disabledReason), null),
    secret,
    previous_secrets: z._default(z.array(previousSecret), []),
  }),
);
export type Webhook = z.infer<typeof webhook>;

export const webhookKind: Kind<Webhook> = {
  name: 'webhook',
  schema: webhook,
  quota: 'webhooks',
};

export const embeddedWebhook = z.lazy(() =>
  z.object({
    ...ownerFields,
    subscriptions: z.array(eventKind),
    url: z.string(),
    method,
  }),
);
export type EmbeddedWebhook = z.infer<typeof embeddedWebhook>;

export function toEmbeddedWebhook({ id, user_id, subscriptions, url, method }: Webhook): EmbeddedWebhook {
  return { id, user_id, subscriptions, url, method };
}

export const newWebhook = (input: WebhookInput, secret: string) => ({
  ...input,
  secret,
  ...SWITCHED_ON,
  previous_secrets: [],
});

export function enabledFields(
  enabled: boolean,
  { by, now }: { readonly by: DisabledReason; readonly now: Date },
): Pick<Webhook, 'enabled' | 'disabled_at' | 'disabled_reason'> {
  if (enabled) return SWITCHED_ON;
  return { enabled, disabled_at: now.toISOString(), disabled_reason: by };
}

const SWITCHED_ON = { enabled: true, disabled_at: null, disabled_reason: null };

/** A new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (randomBytes: (size: number) => Buffer) =>
  `whsec_${randomBytes(32).toString('base64')}`;

/** Seconds for which a replaced secret still signs. */
const PREVIOUS_SECRET_SECONDS = 24 * 3600;

/** Maximum replaced secrets that still sign; the oldest is dropped. */
const MAX_PREVIOUS_SECRETS = 4;

export function rotated(
  { secret: before, previous_secrets }: Webhook,
  secret: string,
  now: Date,
): Pick<Webhook, 'secret' | 'previous_secrets'> {
  const valid_until = new Date(now.getTime() + PREVIOUS_SECRET_SECONDS * 1000).toISOString();
  const validSecrets = previous_secrets.filter((previous) => isValid(previous, now));
  const all = [{ secret: before, valid_until }, ...validSecrets];
  return { secret, previous_secrets: all.slice(0, MAX_PREVIOUS_SECRETS) };
}

export function signingSecrets({ secret, previous_secrets }: Webhook, now: Date): string[] {
  return [
    secret,
    ...previous_secrets.filter((previous) => isValid(previous, now)).map((previous) => previous.secret),
  ];
}

const isValid = ({ valid_until }: z.infer<typeof previousSecret>, now: Date) =>
  Date.parse(valid_until) > now.getTime();

export const isSubscribed = ({ subscriptions }: Webhook, type: string): boolean =>
  subscriptions.some((kind) => kind === type);
