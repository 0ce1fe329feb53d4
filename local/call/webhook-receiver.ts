import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { guard } from 'cdk-local/guard.ts';
import { listenOnPort } from 'cdk-local/listen-on-port.ts';
import { verifyWebhook } from 'phone-call-agents-client/webhooks';
import { z } from 'zod';
import { tryParseJson } from '../../lambdas/platform/parse-json.ts';

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

/** Maximum body in characters, far above any real delivery. */
const MAX_BODY_LENGTH = 2_000_000;

/** Listens on a free loopback port. A delivery with a wrong signature is also reported, and answered with 401. */
export async function startWebhookReceiver(
  onDelivery: (delivery: Delivery) => void,
): Promise<WebhookReceiver> {
  let secret: string | undefined;
  const known = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request).catch(() => undefined);
    const { data } = notification.safeParse(tryParseJson(body ?? ''));
    if (body === undefined || !data) return response.writeHead(400).end();
    const isVerified = secret !== undefined && isSigned(secret, body, request.headers);
    const id = String(request.headers['webhook-id']);
    const { type: kind, payload } = data;
    onDelivery({ kind, payload, isVerified, isRepeat: known.has(id), receivedAt: new Date() });
    if (isVerified) known.add(id);
    return response.writeHead(isVerified ? 204 : 401).end();
  };
  const server = createServer(guard(answer));
  const port = await listenOnPort(server, 0);
  return {
    url: `http://127.0.0.1:${port}/`,
    trust: (ofWebhook) => {
      secret = ofWebhook;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Resolves with undefined if the body is too long; rejects if the sender disconnects. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_BODY_LENGTH) return undefined;
  }
  return body;
}

function isSigned(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    verifyWebhook(secret, { body, headers });
    return true;
  } catch {
    return false;
  }
}
