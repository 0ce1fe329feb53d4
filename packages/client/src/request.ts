import { ConnectionFailed, errorOf } from './errors.ts';
import { withRetries } from './retries.ts';

/** Settings of a client. */
export interface ClientOptions {
  /** Where the service answers, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** An access token. Without one, a browser sends the cookie of its session. */
  readonly token?: string | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name and version of your program, before the client's own in `User-Agent`. Browsers keep theirs. */
  readonly userAgent?: string;
  /** Milliseconds that each attempt may take. @default 60,000 */
  readonly timeoutMs?: number;
  /** Attempts after the first one, for requests that may succeed later. @default 3 */
  readonly retries?: number;
  /** @default the global `fetch` */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Settings of one request. */
export interface RequestOptions {
  /** Aborts the request and its retries. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Recognizes a repeat of a POST. @default a new one for each request, which its retries share */
  readonly idempotencyKey?: string | undefined;
  /** The revision that the record must have: see `Answer`. */
  readonly ifMatch?: string | undefined;
}

/** Parameters and body of a request. */
export interface Input {
  /** What is undefined is not sent. */
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** An answer of the service. */
export interface Answer<Data> {
  readonly data: Data;
  /** The revision of the record, for `ifMatch`. */
  readonly revision: string | undefined;
  readonly response: Response;
}

/** The version of the API that the types describe. */
export const API_VERSION = '2026-11';

/** With the version in `package.json`. */
const USER_AGENT = 'phone-call-agents-client/1.0.0';

const TIMEOUT_MS = 60_000;
const RETRIES = 3;

/** Sends a request until it succeeds or fails for good. Rejects with an `ApiError`, `ConnectionFailed` or the signal's reason. */
export function request<Data>(
  client: ClientOptions,
  method: 'GET' | 'POST',
  target: string,
  given: Input & RequestOptions,
): Promise<Answer<Data>> {
  const url = `${client.baseUrl.replace(/\/+$/, '')}${target}${queryOf(given.query)}`;
  const { body } = given;
  const init: RequestInit = {
    method,
    headers: headersOf(client, method, given),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const timeoutMs = given.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
  const { signal } = given;
  const attempt = () => attemptOnce<Data>(client.fetch ?? fetch, { url, init, timeoutMs, signal });
  return withRetries(attempt, { retries: given.retries ?? client.retries ?? RETRIES, signal });
}

function queryOf(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : '';
}

function headersOf(client: ClientOptions, method: 'GET' | 'POST', given: Input & RequestOptions) {
  const { token, userAgent } = client;
  return {
    'api-version': API_VERSION,
    ...(!('document' in globalThis) && { 'user-agent': [userAgent, USER_AGENT].filter(Boolean).join(' ') }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(given.body !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': given.idempotencyKey ?? newKey() }),
    ...(given.ifMatch !== undefined && { 'if-match': given.ifMatch }),
    ...client.headers,
    ...given.headers,
  };
}

/** 128 random bits. Pages without HTTPS lack `crypto.randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

interface Attempt {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

async function attemptOnce<Data>(
  send: NonNullable<ClientOptions['fetch']>,
  { url, init, timeoutMs, signal }: Attempt,
): Promise<Answer<Data>> {
  // Not AbortSignal.timeout: it would also cut off a recording that is read after this.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  const { origin, pathname } = new URL(url);
  try {
    const response = await send(url, { ...init, signal: either });
    if (!response.ok) throw errorOf(`${init.method} ${pathname}`, response, parsed(await response.text()));
    const type = response.headers.get('content-type') ?? '';
    if (!/^(application\/json|audio\/)/.test(type))
      throw new ConnectionFailed(`${origin} doesn't answer as the API does.`);
    const data: Data = type.startsWith('audio/') ? response : JSON.parse(await response.text());
    return { data, response, revision: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (timeout.signal.aborted)
      throw new ConnectionFailed(`${origin} did not answer within ${timeoutMs / 1000} seconds.`);
    // `fetch` and the reading of a body throw a TypeError, and only they do.
    if (!(error instanceof TypeError)) throw error;
    const text = `No service answers at ${origin}: is the URL right, and is the service running?`;
    throw new ConnectionFailed(text, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
