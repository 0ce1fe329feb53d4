import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { RequestPurpose } from '../state/event-log.ts';

/** Milliseconds before a further attempt; the vendor's own are not documented. */
const RETRY_AFTER_MS = [200, 800];

const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface WebhookRequest {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly purpose: RequestPurpose;
  /** With the vendor's connection overrides in its fragment. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends the application a signed request, again as its URL says, and logs it. Returns undefined without an answer. */
export async function requestWebhook(webhook: WebhookRequest): Promise<WebhookAnswer | undefined> {
  const { url, retries, retryAfter, totalMs } = readConnectionOverrides(webhook.url);
  const endsAt = Date.now() + totalMs;
  for (let attempt = 1; ; attempt += 1) {
    const { answer, failure } = await attemptRequest(
      { ...webhook, url },
      attempt,
      Math.max(1, endsAt - Date.now()),
    );
    const wait = RETRY_AFTER_MS[Math.min(attempt, RETRY_AFTER_MS.length) - 1] ?? 0;
    const mayRetry = attempt <= retries && Date.now() + wait < endsAt;
    if (!failure || !retryAfter.includes(failure) || !mayRetry) return answer;
    await pause(wait, webhook.context.closing);
  }
}

interface Attempt {
  readonly answer?: WebhookAnswer;
  readonly failure?: RequestFailure | undefined;
}

async function attemptRequest(webhook: WebhookRequest, attempt: number, withinMs: number): Promise<Attempt> {
  const { call, purpose, params } = webhook;
  const { url } = webhook;
  const entry = { type: 'request', purpose, url, params, attempt } as const;
  try {
    const response = await fetch(url, {
      ...prepare(webhook),
      signal: AbortSignal.any([webhook.context.closing, AbortSignal.timeout(withinMs)]),
    });
    const body = await response.text();
    call.log.add({ ...entry, response_status: response.status });
    return { answer: { status: response.status, body }, failure: failureOf(response.status) };
  } catch (error) {
    webhook.context.closing.throwIfAborted();
    call.log.add({ ...entry, response_status: null, error: reason(error) });
    return { failure: NOT_CONNECTED.has(codeOf(error)) ? 'ct' : 'rt' };
  }
}

function failureOf(status: number): RequestFailure | undefined {
  if (status >= 500) return '5xx';
  return status >= 400 ? '4xx' : undefined;
}

function prepare({ call, params, url }: WebhookRequest) {
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(call.account.authToken, url, params),
    'user-agent': 'TwilioProxy/1.1',
    // The application could close a kept connection just as the next form is sent.
    connection: 'close',
  };
  return { method: 'POST', headers, body: new URLSearchParams(params) };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** A failure of a request after which the vendor may send it again: an answer's class, no connection, or no answer. */
type RequestFailure = '4xx' | '5xx' | 'ct' | 'rt';

const FAILURES: readonly RequestFailure[] = ['4xx', '5xx', 'ct', 'rt'];

/** Milliseconds that all attempts of a request may take together. */
const MAX_TOTAL_MS = 15_000;
const MAX_RETRIES = 5;

interface WebhookUrl {
  /** Without the fragment, which is neither sent nor signed. */
  readonly url: string;
  readonly retries: number;
  readonly retryAfter: readonly RequestFailure[];
  readonly totalMs: number;
}

/**
 * Reads the connection overrides in a URL's fragment, such as `#rc=2&rp=5xx,ct,rt`. Without them, the vendor tries once
 * more, and only if it got no connection: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
function readConnectionOverrides(webhook: string): WebhookUrl {
  const [url = '', fragment = ''] = webhook.split('#', 2);
  const overrides = new URLSearchParams(fragment);
  const named = (overrides.get('rp') ?? 'ct').split(',');
  return {
    url,
    retries: numberIn(overrides.get('rc'), { fallback: 1, most: MAX_RETRIES }),
    retryAfter: named.includes('all') ? FAILURES : FAILURES.filter((failure) => named.includes(failure)),
    totalMs: numberIn(overrides.get('tt'), { fallback: MAX_TOTAL_MS, most: MAX_TOTAL_MS }),
  };
}

function numberIn(
  value: string | null,
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number {
  return value !== null && /^\d+$/.test(value) && Number(value) <= most ? Number(value) : fallback;
}
