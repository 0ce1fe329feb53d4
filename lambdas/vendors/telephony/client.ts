import type * as z from 'zod/mini';
import { rejectionOf } from '../../platform/abort-race.ts';
import type { DimensionsOf } from '../../platform/metrics/catalogue.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { ExchangeTimeout } from '../../platform/outbound/bounded-exchange.ts';
import { boundedFetch, type FetchBounds } from '../../platform/outbound/bounded-fetch.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { TelephonyAccount } from '../../platform/secrets.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { telephony } from './settings.ts';
import { VendorRefusal, VendorResponseLost, VendorUnreachable, vendorError } from './vendor-errors.ts';

/** Milliseconds until a request to the vendor times out; its documentation advises 15 s. */
const TIMEOUT_MS = 15_000;
/** The same for an API request, which may need several; API Gateway waits 29 s. */
const INTERACTIVE_TIMEOUT_MS = 8_000;

const PRICING_TIMEOUT_MS = 4_000;

const DOWNLOAD_TIMEOUT_MS = 45_000;

/** Maximum bytes of a response of the vendor's API: a page of 50 calls has 100 KB. */
const MAX_ANSWER_BYTES = 2 * 2 ** 20;

const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export interface ClientOptions {
  /** Whether an API request waits for the response. @default false */
  readonly interactive?: boolean;
  /** Milliseconds that a request may take. @default 15,000, or 8,000 if `interactive` */
  readonly timeoutMs?: number;
  /** The account with a newer auth token than the refused one, for one more try. @default a 401 is final */
  readonly renew?: ((refused: TelephonyAccount) => Promise<TelephonyAccount | undefined>) | undefined;
  /** Base URL of another API of the vendor. @default the account in the REST API */
  readonly baseUrl?: string;
}

/** The telephony vendor's REST API (Twilio's, version 2010-04-01) with one account. */
export class TelephonyClient {
  #account: TelephonyAccount;
  readonly #renew: ClientOptions['renew'];
  readonly #baseUrl: string;
  readonly #timeoutMs: number;

  constructor(
    account: TelephonyAccount,
    { interactive = false, timeoutMs, baseUrl, renew }: ClientOptions = {},
  ) {
    this.#account = account;
    this.#renew = renew;
    this.#baseUrl =
      baseUrl ??
      `${readVariable(telephony.apiUrl)}/2010-04-01/Accounts/${encodeURIComponent(account.account_sid)}`;
    this.#timeoutMs = timeoutMs ?? (interactive ? INTERACTIVE_TIMEOUT_MS : TIMEOUT_MS);
  }

  /** The vendor's pricing API, which has its own host, with the same account. */
  pricing(): TelephonyClient {
    const url = new URL('/v1', readVariable(telephony.apiUrl));
    url.hostname = url.hostname.replace(/^api\./, 'pricing.');
    const options = { baseUrl: url.href, timeoutMs: PRICING_TIMEOUT_MS, renew: this.#renew };
    return new TelephonyClient(this.#account, options);
  }

  /** Returns the JSON of the response, if any. Throws VendorRefusal, VendorUnreachable or VendorResponseLost. */
  async request(method: 'GET' | 'POST' | 'DELETE', path: string, form?: URLSearchParams): Promise<unknown> {
    return countRequest(async () => {
      const response = await this.#send(
        path,
        { method, ...(form && { body: form }) },
        { timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES },
      );
      const body = await readJson(response);
      if (response.ok && (body !== undefined || response.status === 204)) return body;
      throw failure(response, body);
    });
  }

  /** The same, parsed by a schema; an invalid response counts as lost. */
  async ask<Answer extends z.ZodMiniType>(
    answer: Answer,
    ...request: Parameters<TelephonyClient['request']>
  ): Promise<z.output<Answer>> {
    const { success, data } = answer.safeParse(await this.request(...request));
    if (success) return data;
    throw new VendorResponseLost("The telephony vendor's response is malformed.");
  }

  /** Downloads a file, if it exists. Throws as `request` does, also for one above `maxBytes` or an empty one. */
  async download(path: string, maxBytes: number): Promise<Buffer | undefined> {
    const response = await this.#send(path, {}, { timeoutMs: DOWNLOAD_TIMEOUT_MS, maxBytes });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status !== 200) throw failure(response, await readJson(response));
    const file = await response.arrayBuffer().catch(loseAnswer);
    if (file.byteLength === 0) throw new VendorResponseLost("The telephony vendor's file is empty.");
    return Buffer.from(file);
  }

  /** Sends a request, and again if its auth token was replaced meanwhile: a 401 means nothing was done. */
  async #send(path: string, init: RequestInit, bounds: FetchBounds): Promise<Response> {
    const endMs = performance.now() + bounds.timeoutMs;
    const account = this.#account;
    const response = await this.#sendAs(account, path, { init, bounds });
    if (response.status !== 401 || !this.#renew) return response;
    const newer = await within(endMs - performance.now(), this.#renew(account)).catch(
      async (cause: unknown) => {
        await discard(response);
        // Nothing was done, and the request may be repeated when the secret can be read.
        throw new VendorUnreachable("The platform's telephony account could not be read again.", { cause });
      },
    );
    if (!newer) return response;
    await discard(response);
    this.#account = newer;
    const timeoutMs = endMs - performance.now();
    if (timeoutMs <= 0)
      throw new VendorUnreachable('No time was left to repeat a refused request with the new auth token.');
    return this.#sendAs(newer, path, { init, bounds: { ...bounds, timeoutMs } });
  }

  async #sendAs(
    { account_sid, auth_token }: TelephonyAccount,
    path: string,
    { init, bounds }: { readonly init: RequestInit; readonly bounds: FetchBounds },
  ): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;
    try {
      return await boundedFetch(bounds)(`${this.#baseUrl}${path}`, { ...init, headers: { authorization } });
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (NOT_SENT.has(code))
        throw new VendorUnreachable(`The telephony vendor could not be reached (${code}).`, { cause: error });
      return loseAnswer(error);
    }
  }
}

/** Resolves like the promise, or rejects with ExchangeTimeout after these milliseconds. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new ExchangeTimeout(ms)), Math.max(0, ms));
  try {
    return await Promise.race([promise, rejectionOf(over.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Drops the unread body of a response; its time may be over. */
const discard = (response: Response) => response.body?.cancel().catch(() => {});

function failure({ status, headers }: Response, body: unknown): VendorRefusal | VendorResponseLost {
  if (status >= 400 && status < 500)
    return new VendorRefusal(status, vendorError.safeParse(body).data ?? {}, retryAfterMs(headers));
  return new VendorResponseLost(`The telephony vendor responded with HTTP status ${status}.`);
}

/** Reads `Retry-After`, in seconds or as a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Returns undefined if it is not JSON. */
const readJson = (response: Response): Promise<unknown> =>
  response
    .text()
    .then(parseJson)
    .catch(() => undefined);

function loseAnswer(error: unknown): never {
  throw new VendorResponseLost("The telephony vendor's response was lost.", { cause: error });
}

type Outcome = DimensionsOf<'TelephonyRequests'>['Outcome'];

/** Outcomes caused by the vendor or the network, not by the request. */
const FAILURES: ReadonlySet<Outcome> = new Set(['throttled', 'unreachable', 'answer_lost']);

/** Codes about a number that is invalid, blocked or not permitted: https://www.twilio.com/docs/api/errors */
const ABOUT_NUMBER: ReadonlySet<number | undefined> = new Set([
  13224, 13227, 21202, 21210, 21211, 21212, 21214, 21215, 21216, 21217, 21219, 21408, 21601, 21606, 21610,
  21612, 21614, 21659, 21661,
]);

export async function countRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await request();
    count('ok');
    return answer;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function count(outcome: Outcome | undefined): void {
  if (outcome === undefined) return;
  emitMetrics({ TelephonyRequests: 1 }, { Outcome: outcome });
  emitMetrics({ TelephonyFailed: FAILURES.has(outcome) ? 1 : 0 });
}

/** The class of a failure; undefined if the service itself caused it. */
function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof VendorUnreachable) return 'unreachable';
  if (error instanceof VendorResponseLost) return 'answer_lost';
  if (!(error instanceof VendorRefusal)) return undefined;
  if (ABOUT_NUMBER.has(error.code)) return 'number_refused';
  const classes: Readonly<Record<number, Outcome>> = {
    401: 'not_authorized',
    403: 'not_authorized',
    404: 'not_found',
    429: 'throttled',
  };
  return classes[error.status] ?? 'otherwise_refused';
}
