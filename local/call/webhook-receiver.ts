import { verifyWebhook } from 'phone-call-agents-client/webhooks';
import {
  type Exchange,
  HttpError,
  readBody,
  route,
  startHttpServer,
} from 'vendor-simulators/http/http-server.ts';
import { z } from 'zod';

export interface Delivery {
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isVerified: boolean;
  /** Whether it is a repeat: delivery is at least once. */
  readonly isRepeat: boolean;
  readonly receivedAt: Date;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Sets the secret that verifies deliveries, after the webhook exists. */
  trust(secret: string): void;
  close(): Promise<void>;
}

const notification = z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) });

/** Listens on a free loopback port. A delivery with a wrong signature is also reported, and answered with 401. */
export async function startWebhookReceiver(
  onDelivery: (delivery: Delivery) => void,
): Promise<WebhookReceiver> {
  let secret: string | undefined;
  const known = new Set<string>();
  const receive = ({ body, headers, response }: Exchange) => {
    const { type: kind, payload } = readBody(
      body,
      notification,
      (message) => new HttpError(400, { message }),
    );
    const isVerified = secret !== undefined && isSigned(secret, { body, headers });
    const id = String(headers['webhook-id']);
    onDelivery({ kind, payload, isVerified, isRepeat: known.has(id), receivedAt: new Date() });
    if (isVerified) known.add(id);
    response.writeHead(isVerified ? 204 : 401).end();
  };
  const { url, close } = await startHttpServer([route('POST', '/', receive)]);
  return {
    url,
    trust: (ofWebhook) => {
      secret = ofWebhook;
    },
    close,
  };
}

function isSigned(secret: string, request: Pick<Exchange, 'body' | 'headers'>): boolean {
  try {
    verifyWebhook(secret, request);
    return true;
  } catch {
    return false;
  }
}
