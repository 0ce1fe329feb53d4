import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { RequestPurpose } from '../state/event-log.ts';

/** Milliseconds until an application's answer times out. */
const ANSWER_WITHIN_MS = 15_000;
/** Milliseconds before the second and third attempt; the vendor's own are not documented. */
const RETRY_AFTER_MS = [200, 800];

interface SignedPost {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly purpose: RequestPurpose;
  readonly url: string;
  readonly method?: 'POST' | 'GET';
  readonly params: Readonly<Record<string, string>>;
  /** Retry after a connection error or a 5xx. */
  readonly retry?: boolean;
}

/** The application's answer. */
export interface PostAnswer {
  readonly status: number;
  readonly body: string;
}

/** Posts a signed form to the application and logs it. Returns undefined without an answer. */
export async function signedPost(post: SignedPost): Promise<PostAnswer | undefined> {
  const waits = post.retry ? RETRY_AFTER_MS : [];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptPost(post, attempt);
    const wait = waits[attempt - 1];
    if ((answer && answer.status < 500) || wait === undefined) return answer;
    await pause(wait, post.context.closing);
  }
}

async function attemptPost(post: SignedPost, attempt: number): Promise<PostAnswer | undefined> {
  const { call, purpose, params } = post;
  const request = prepare(post);
  const entry = { type: 'request', purpose, url: request.url, params, attempt } as const;
  try {
    const response = await fetch(request.url, {
      ...request.init,
      signal: AbortSignal.any([post.context.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const body = await response.text();
    call.log.add({ ...entry, response_status: response.status });
    return { status: response.status, body };
  } catch (error) {
    post.context.closing.throwIfAborted();
    call.log.add({ ...entry, response_status: null, error: reason(error) });
    return undefined;
  }
}

/** A GET carries the parameters in its URL, and its signature covers only the URL. */
function prepare({ call, method = 'POST', params, ...post }: SignedPost): {
  url: string;
  init: RequestInit;
} {
  const form = new URLSearchParams(params);
  const isGet = method === 'GET';
  const url = isGet ? `${post.url}${post.url.includes('?') ? '&' : '?'}${form}` : post.url;
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(call.account.authToken, url, isGet ? {} : params),
    'user-agent': 'TwilioProxy/1.1',
    // The application could close a kept connection just as the next form is sent.
    connection: 'close',
  };
  return { url, init: { method, headers, ...(isGet ? {} : { body: form }) } };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
