import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { text } from '../../platform/fields.ts';
import { fetchOutbound } from '../../platform/outbound/outbound-request.ts';
import { tryParseJson } from '../../platform/parse-json.ts';

export const externalAction = z.object({
  url: z.string(),
  speak_on_send: z.boolean(),
  speak_on_receive: z.boolean(),
  signature_secret: z.optional(z.string()),
});
type ExternalAction = z.infer<typeof externalAction>;

const reply = z.object({ result: z.unknown(), agent_message: z.optional(z.nullable(text(2000))) });

export type ServiceAnswer =
  | { readonly result: unknown; readonly agent_message?: string }
  | { readonly error: string };

const TIMEOUT_MS = 10_000;

const MAX_ANSWER_BYTES = 64 * 1024;

/** Asks a user's service. Returns every failure as an answer; never throws. */
export async function askExternalService(
  { url, signature_secret: secret }: ExternalAction,
  request: {
    readonly callId: string;
    readonly payload: unknown;
    readonly deadline: AbortSignal;
    /** The request tells the service that there is no telephone call. @default false */
    readonly isRehearsal?: boolean;
  },
): Promise<ServiceAnswer> {
  const body = JSON.stringify({
    call_id: request.callId,
    ...(request.isRehearsal && { rehearsal: true }),
    payload: request.payload,
  });
  try {
    const { status, body: answer } = await fetchOutbound({
      url: new URL(url),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'phone-call-agents-actions/1',
        ...(secret !== undefined && signatures(body, secret)),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      signal: request.deadline,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (status < 200 || status > 299) return { error: `The service answered with HTTP status ${status}.` };
    return readAnswer(answer);
  } catch (error) {
    const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
    return { error: isLate ? 'The service did not answer in time.' : 'The service could not be asked.' };
  }
}

/** The signature by Standard Webhooks, as of deliveries, and the one of clients of the original interface. */
function signatures(body: string, secret: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64');
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(`${id}.${timestamp}.${body}`)}`,
    'x-action-signature': sign(body),
  };
}

function readAnswer(text: string): ServiceAnswer {
  const parsed = reply.safeParse(tryParseJson(text));
  if (!parsed.success || parsed.data.result === undefined)
    return { error: 'The answer of the service is malformed.' };
  const { result, agent_message } = parsed.data;
  return { result, ...(agent_message && { agent_message }) };
}
