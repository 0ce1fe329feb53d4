import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from 'phone-call-agents-client';
import { Webhook as Signer } from 'standardwebhooks';

export interface Forwarded {
  readonly status: number;
  readonly ms: number;
}

interface Forwarding {
  readonly url: string;
  /** The webhook's signing secret. */
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called when the receiver begins not to answer. */
  readonly onDown: (reason: string) => void;
  /** Milliseconds before another try, first and later. */
  readonly retryMs?: { readonly first: number; readonly last: number };
}

/** Milliseconds that the receiver may take, as for deliveries of the service. */
const ANSWER_WITHIN_MS = 10_000;

const RETRY_MS = { first: 500, last: 5_000 };

/** Tries of an event that the receiver refuses. */
const REFUSALS = 3;

/** Sends a signed delivery. Waits as long as the receiver is down; one that refuses an event gets it three times. */
export async function forward(delivery: Schema<'Delivery'>, forwarding: Forwarding): Promise<Forwarded> {
  const { url, secret, signal, onDown, retryMs = RETRY_MS } = forwarding;
  const { event_id: id, type, timestamp, sequence, payload } = delivery;
  const { call_id, campaign_id, agent_version } = delivery;
  const of = { call_id, campaign_id, agent_version };
  const body = JSON.stringify({ id, type, ...of, timestamp, sequence, payload });
  let refusals = 0;
  for (let pauseMs = retryMs.first, isFirst = true; ; pauseMs = Math.min(2 * pauseMs, retryMs.last)) {
    const startedAt = Date.now();
    const answer = await post(url, { headers: signedHeaders(secret, id, body), body, signal });
    if (typeof answer === 'number') {
      refusals += 1;
      const isOver = (answer >= 200 && answer < 300) || refusals === REFUSALS;
      if (isOver) return { status: answer, ms: Date.now() - startedAt };
    } else if (isFirst) {
      onDown(answer.reason);
      isFirst = false;
    }
    await wait(pauseMs, undefined, { signal });
  }
}

function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
    'user-agent': 'phone-call-agents-webhooks/1',
  };
}

/** The status of the answer, or why there is none. Rejects when the signal aborts. */
async function post(url: string, { signal, ...init }: RequestInit & { readonly signal: AbortSignal }) {
  try {
    const response = await fetch(url, {
      ...init,
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
