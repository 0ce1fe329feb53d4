import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { guard } from 'cdk-local/guard.ts';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

export interface Delivery {
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isVerified: boolean;
  /** Whether it is a repeat: delivery is at least once. */
  readonly isRepeat: boolean;
  readonly receivedAt: Date;
}

/** A server that receives webhook deliveries. */
export interface WebhookReceiver {
  readonly url: string;
  /** Sets the secret that verifies deliveries, after the webhook exists. */
  trust(secret: string): void;
  close(): Promise<void>;
}

const notification = z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) });

/** Largest body in bytes, far above any real delivery. */
const MAX_BODY_BYTES = 2_000_000;

/** Listens on a free loopback port. A delivery with a wrong signature is shown, too, and answered 401. */
export async function startWebhookReceiver(
  onDelivery: (delivery: Delivery) => void,
): Promise<WebhookReceiver> {
  let verifier: Webhook | undefined;
  const known = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const parsed = body === undefined ? undefined : parse(body);
    if (body === undefined || !parsed) return response.writeHead(400).end();
    const isVerified = verifier !== undefined && isSigned(verifier, body, request.headers);
    const id = String(request.headers['webhook-id']);
    onDelivery({ ...parsed, isVerified, isRepeat: known.has(id), receivedAt: new Date() });
    if (isVerified) known.add(id);
    return response.writeHead(isVerified ? 204 : 401).end();
  };
  const server = createServer(guard(answer));
  const url = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    });
  });
  return {
    url,
    trust: (secret) => {
      verifier = new Webhook(secret);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_BODY_BYTES) return undefined;
      chunks.push(bytes);
    }
  } catch {
    // The sender disconnected.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string) {
  try {
    const { type: kind, payload } = notification.parse(JSON.parse(body));
    return { kind, payload };
  } catch {
    return undefined;
  }
}

function isSigned(verifier: Webhook, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    verifier.verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    return true;
  } catch {
    return false;
  }
}
