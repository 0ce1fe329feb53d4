import * as z from 'zod/mini';
import { parseJson } from '../domain/parse-json.ts';
import { boundedFetch, type FetchBounds } from '../runtime/outbound/bounded-fetch.ts';
import type { TelephonyAccount } from '../runtime/secrets.ts';
import { TELEPHONY_API_URL } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

const vendorError = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) });

/** The vendor refused the request: nothing was done. */
export class VendorRefusal extends Error {
  readonly status: number;
  readonly code: number | undefined;

  constructor(status: number, error: z.infer<typeof vendorError>) {
    super(`${error.message ?? `HTTP status ${status}`}${error.code ? ` (${error.code})` : ''}`);
    this.name = 'VendorRefusal';
    this.status = status;
    this.code = error.code;
  }
}

/** The request never reached the vendor: nothing was done, and it may be repeated. */
export class VendorUnreachable extends Error {
  override readonly name = 'VendorUnreachable';
}

/** The answer was lost or is malformed: the outcome is unknown. */
export class VendorAnswerLost extends Error {
  override readonly name = 'VendorAnswerLost';
}

/** Milliseconds until a request to the vendor times out; its documentation advises 15 s. */
const TIMEOUT_MS = 15_000;
/** The same for an API request, which may need several; API Gateway waits 29 s. */
const INTERACTIVE_TIMEOUT_MS = 8_000;

/** Milliseconds until a download from the vendor times out. */
const DOWNLOAD_TIMEOUT_MS = 45_000;

/** Longest answer of the vendor's API in bytes: a page of 50 calls has 100 KB. */
const MAX_ANSWER_BYTES = 2 * 2 ** 20;

/** Errors before anything of the request was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Time-outs of requests to the vendor. */
export interface ClientOptions {
  /** An API request waits for the answer. @default false */
  readonly interactive?: boolean;
  /** Milliseconds that a request may take. @default 15,000, or 8,000 if `interactive` */
  readonly timeoutMs?: number;
}

/** The telephony vendor's REST API (Twilio's, version 2010-04-01) with one account. */
export class TelephonyClient {
  readonly #account: TelephonyAccount;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;

  constructor(account: TelephonyAccount, { interactive = false, timeoutMs }: ClientOptions = {}) {
    this.#account = account;
    this.#baseUrl = `${readVariable(TELEPHONY_API_URL)}/2010-04-01/Accounts/${encodeURIComponent(account.account_sid)}`;
    this.#timeoutMs = timeoutMs ?? (interactive ? INTERACTIVE_TIMEOUT_MS : TIMEOUT_MS);
  }

  /**
   * Sends a request and returns the JSON of the answer, undefined if it is empty. Throws VendorRefusal,
   * VendorUnreachable or VendorAnswerLost.
   */
  async request(method: 'GET' | 'POST' | 'DELETE', path: string, form?: URLSearchParams): Promise<unknown> {
    const response = await this.#send(
      path,
      { method, ...(form && { body: form }) },
      { timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES },
    );
    const body = await readJson(response);
    if (response.ok && (body !== undefined || response.status === 204)) return body;
    throw failure(response.status, body);
  }

  /** The same, parsed by a schema; an invalid answer counts as lost. */
  async ask<Answer extends z.ZodMiniType>(
    answer: Answer,
    ...request: Parameters<TelephonyClient['request']>
  ): Promise<z.output<Answer>> {
    const { success, data } = answer.safeParse(await this.request(...request));
    if (success) return data;
    throw new VendorAnswerLost('The answer of the telephony vendor is malformed.');
  }

  /**
   * Downloads a file of at most `maxBytes`. Returns undefined if it does not exist. Throws as `request` does, also for
   * a larger or an empty file.
   */
  async download(path: string, maxBytes: number): Promise<Buffer | undefined> {
    const response = await this.#send(path, {}, { timeoutMs: DOWNLOAD_TIMEOUT_MS, maxBytes });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status !== 200) throw failure(response.status, await readJson(response));
    const file = await response.arrayBuffer().catch(loseAnswer);
    if (file.byteLength === 0) throw new VendorAnswerLost("The telephony vendor's file is empty.");
    return Buffer.from(file);
  }

  async #send(path: string, init: RequestInit, bounds: FetchBounds): Promise<Response> {
    const { account_sid, auth_token } = this.#account;
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

function failure(status: number, body: unknown): VendorRefusal | VendorAnswerLost {
  if (status >= 400 && status < 500) return new VendorRefusal(status, vendorError.safeParse(body).data ?? {});
  return new VendorAnswerLost(`The telephony vendor answered with HTTP status ${status}.`);
}

/** Returns undefined if it is not JSON. */
const readJson = (response: Response): Promise<unknown> =>
  response
    .text()
    .then(parseJson)
    .catch(() => undefined);

function loseAnswer(error: unknown): never {
  throw new VendorAnswerLost("The telephony vendor's answer was lost.", { cause: error });
}
