import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { text } from '../platform/fields.ts';
import { fetchOutbound } from '../platform/outbound/outbound-request.ts';
import { AddressRefused } from '../platform/outbound/public-address.ts';
import { tryParseJson } from '../platform/parse-json.ts';
import { type ServiceAnswer, type ServiceRequest, TIMEOUT_MS } from './model/external-service.ts';

interface Service {
  readonly url: string;
  readonly signature_secret?: string | undefined;
}

const reply = z.object({ result: z.unknown(), agent_message: z.optional(z.nullable(text(2000))) });

interface ServiceExchange {
  readonly request: {
    readonly url: string;
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Absent if nothing was received; then `cause` is the error. */
  readonly response?: Awaited<ReturnType<typeof fetchOutbound>>;
  readonly answer: ServiceAnswer;
  readonly cause?: unknown;
}

export const MAX_ANSWER_BYTES = 64 * 1024;

export const TOO_LATE: ServiceAnswer = { error: 'The service did not answer in time.', outcome: 'unknown' };
export const BROKEN_OFF: ServiceAnswer = {
  error: 'The answer of the service broke off.',
  outcome: 'unknown',
};
export const UNREACHABLE: ServiceAnswer = { error: 'The service could not be reached.' };

/** Sends a request to a user's service. Returns every failure as an answer; never throws. */
export async function askExternalService(service: Service, request: ServiceRequest): Promise<ServiceAnswer> {
  return (await exchangeWithService(service, request)).answer;
}

/** The same, with the request and the response. */
export async function exchangeWithService(
  { url, signature_secret: secret }: Service,
  { callId, payload, idempotencyKey, deadline, isRehearsal }: ServiceRequest,
): Promise<ServiceExchange> {
  const body = JSON.stringify({ call_id: callId, ...(isRehearsal && { rehearsal: true }), payload });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'phone-call-agents-actions/1',
    'idempotency-key': idempotencyKey,
    ...(secret !== undefined && signatures(idempotencyKey, body, secret)),
  };
  const request: ServiceExchange['request'] = { url, method: 'POST', headers, body };
  try {
    const response = await fetchOutbound({
      ...request,
      url: new URL(url),
      timeoutMs: TIMEOUT_MS,
      ...(deadline && { signal: deadline }),
      maxBytes: MAX_ANSWER_BYTES,
    });
    return { request, response, answer: serviceAnswerOf(response) };
  } catch (cause) {
    return { request, answer: failureOf(cause), cause };
  }
}

/** Errors before a request was sent: of the address, the connection, or the certificate. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|\w*(CERT|VERIFY|SIGNATURE)\w*)$/;

/** What the error of a request means. */
export function failureOf(cause: unknown): ServiceAnswer {
  if (!(cause instanceof Error) || cause instanceof AddressRefused) return UNREACHABLE;
  if (['TimeoutError', 'AbortError'].includes(cause.name)) return TOO_LATE;
  return 'code' in cause && NEVER_SENT.test(String(cause.code)) ? UNREACHABLE : BROKEN_OFF;
}

/** Statuses of gateways and time-outs behind which the service may have done what was asked. */
const UNKNOWN = [408, 502, 504];

/** What the HTTP answer of a service means. */
export function serviceAnswerOf({
  status,
  body,
}: {
  readonly status: number;
  readonly body: string;
}): ServiceAnswer {
  if (status < 200 || status > 299) {
    const error = `The service answered with HTTP status ${status}.`;
    return { error, ...(UNKNOWN.includes(status) && { outcome: 'unknown' }) };
  }
  const parsed = reply.safeParse(tryParseJson(body));
  if (!parsed.success || parsed.data.result === undefined)
    return { error: 'The answer of the service is malformed.', outcome: 'unknown' };
  const { result, agent_message } = parsed.data;
  return { result, ...(agent_message && { agent_message }) };
}

/** The signature of Standard Webhooks, as in deliveries, and the one that clients of the original interface check. */
function signatures(id: string, body: string, secret: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64');
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(`${id}.${timestamp}.${body}`)}`,
    'x-action-signature': sign(body),
  };
}
