import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { pause, untilAborted } from '../../http/pause.ts';
import type { Call } from '../calls/call.ts';
import type { RequestPurpose } from '../calls/event-log.ts';
import type { CarrierContext } from '../context.ts';
import { API_VERSION } from '../vendor-api.ts';

/** The parameters of every request about a call. */
export function voiceParameters(call: Call): Record<string, string> {
  const { from, to } = call.request;
  return {
    CallSid: call.sid,
    AccountSid: call.account.sid,
    From: from,
    To: to,
    Caller: from,
    Called: to,
    Direction: call.direction,
    ...(call.parent && { ParentCallSid: call.parent.sid }),
    CallStatus: call.status,
    ApiVersion: API_VERSION,
  };
}

interface WebhookRequest {
  readonly purpose: RequestPurpose;
  /** With the vendor's connection overrides in its fragment, such as `#rc=2&rp=5xx,ct,rt`. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
}

interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

/** Maximum milliseconds of all attempts of a request together. */
const MAX_TOTAL_MS = 15_000;
/** Milliseconds before a further attempt; the vendor's own are not documented. */
const RETRY_AFTER_MS = [200, 800];

/** Sends the application a signed request, retries as its URL says, and logs it. Undefined without an answer. */
export async function requestWebhook(
  context: CarrierContext,
  call: Call,
  webhook: WebhookRequest,
): Promise<WebhookAnswer | undefined> {
  // The fragment is neither sent nor signed.
  const [url = '', fragment = ''] = webhook.url.split('#', 2);
  const overrides = new URLSearchParams(fragment);
  const retries = Number(overrides.get('rc') ?? 1);
  const failures = (overrides.get('rp') ?? 'ct').split(',');
  const endsAt = Date.now() + MAX_TOTAL_MS;
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.any([context.closing, AbortSignal.timeout(Math.max(1, endsAt - Date.now()))]);
    const { answer, failure } = await attemptRequest(call, { ...webhook, url, attempt, signal });
    context.closing.throwIfAborted();
    const wait = RETRY_AFTER_MS[Math.min(attempt, RETRY_AFTER_MS.length) - 1] ?? 0;
    const mayRetry = attempt <= retries && Date.now() + wait < endsAt;
    if (!failure || !failures.includes(failure) || !mayRetry) return answer;
    await pause(wait, context.closing);
  }
}

interface Attempt {
  readonly answer?: WebhookAnswer;
  /** As the overrides name it: an answer's class, no connection, or no answer. */
  readonly failure?: '4xx' | '5xx' | 'ct' | 'rt' | undefined;
}

async function attemptRequest(
  call: Call,
  { signal, ...request }: WebhookRequest & { readonly attempt: number; readonly signal: AbortSignal },
): Promise<Attempt> {
  const { url, params } = request;
  const entry = { type: 'request', ...request } as const;
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(call.account.authToken, url, params),
    'user-agent': 'TwilioProxy/1.1',
    // The application could close a keep-alive connection just as the next form is sent.
    connection: 'close',
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(params), signal });
    const answer = { status: response.status, body: await response.text() };
    call.log.add({ ...entry, response_status: answer.status });
    if (answer.status < 400) return { answer };
    return { answer, failure: answer.status < 500 ? '4xx' : '5xx' };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
    const message = error instanceof Error ? error.message : String(error);
    call.log.add({
      ...entry,
      response_status: null,
      error: cause ? `${message}: ${cause.message}` : message,
    });
    const code = cause && 'code' in cause ? String(cause.code) : '';
    return { failure: /REFUSED|NOTFOUND|UNREACH|CONNECT_TIMEOUT/.test(code) ? 'ct' : 'rt' };
  }
}

/** Sends a callback after all earlier ones; the call goes on meanwhile. */
export function sendCallback(context: CarrierContext, call: Call, callback: WebhookRequest): void {
  const send = async () => {
    await requestWebhook(context, call, callback);
    if (call.callee.duplicate_callbacks) await requestWebhook(context, call, callback);
  };
  // When the carrier closes, the application gets no callback.
  call.sending = call.sending.then(() => untilAborted(context.closing, send));
}

/** Resolves when the application has answered, or failed to answer, every callback. */
export async function allSent(call: Call): Promise<void> {
  for (let sent: unknown; sent !== call.sending; ) {
    sent = call.sending;
    await sent;
  }
}
