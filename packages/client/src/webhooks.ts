import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { WebhookEvent } from './api-types.ts';

export type { WebhookEvent } from './api-types.ts';

/** A delivery has no signature by the webhook's secret, or an old one. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

/** Headers of a delivery: those of `fetch`, or an object such as that of Node.js. */
type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The event of a delivery. Throws `InvalidSignature` unless the secret signed the bytes in the last five minutes. */
export function verifyWebhook(
  secret: string,
  delivery: { readonly body: string; readonly headers: DeliveryHeaders },
): WebhookEvent {
  const { body, headers } = delivery;
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const texts = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]);
  try {
    // The service signs only what the type describes.
    return new Webhook(secret).verify(body, Object.fromEntries(texts)) as WebhookEvent;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new InvalidSignature(`The delivery is not to be trusted: ${error.message}.`, { cause: error });
  }
}
