import * as z from 'zod/mini';
import { environment } from '../runtime/environment.ts';
import type { TelephonyAccount } from '../runtime/secrets.ts';

const vendorError = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) });

/** The vendor said no: nothing was done. */
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

/** The request never reached the vendor: nothing was done, and it may be made again. */
export class VendorUnreachable extends Error {
  override readonly name = 'VendorUnreachable';
}

/** The answer was lost or makes no sense: nobody knows whether it was done. */
export class VendorAnswerLost extends Error {
  override readonly name = 'VendorAnswerLost';
}

/** Time that a request to the vendor may take, in milliseconds; its own documentation advises 15 s. */
const TIMEOUT_MS = 15_000;
/** The same where somebody waits for the answer to several of them, and API Gateway waits 29 s. */
const INTERACTIVE_TIMEOUT_MS = 8_000;

/** Time that a file of the vendor's may take, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 45_000;

/** Failures of the connection's set-up, before anything of the request was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** How long requests to the vendor may take. */
export interface ClientOptions {
  /** Somebody waits for the answer. @default false */
  readonly interactive?: boolean;
  /** Milliseconds that a request may take. @default 15,000, or 8,000 where somebody waits */
  readonly timeoutMs?: number;
}

/** The telephony vendor's REST API (Twilio's, version 2010-04-01) with one account. */
export class TelephonyClient {
  readonly #account: TelephonyAccount;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;

  constructor(account: TelephonyAccount, { interactive = false, timeoutMs }: ClientOptions = {}) {
    this.#account = account;
    this.#baseUrl = `${environment('TELEPHONY_API_URL')}/2010-04-01/Accounts/${encodeURIComponent(account.account_sid)}`;
    this.#timeoutMs = timeoutMs ?? (interactive ? INTERACTIVE_TIMEOUT_MS : TIMEOUT_MS);
  }

  /** What the vendor answers, as JSON; an empty answer is undefined. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
  async request(method: 'GET' | 'POST' | 'DELETE', path: string, form?: URLSearchParams): Promise<unknown> {
    const response = await send(`${this.#baseUrl}${path}`, {
      method,
      headers: { authorization: this.#authorization },
      signal: AbortSignal.timeout(this.#timeoutMs),
      ...(form && { body: form }),
    });
    const body = await response.json().catch(() => undefined);
    if (response.ok && (body !== undefined || response.status === 204)) return body;
    throw failure(response.status, body);
  }

  /** A file of at most so many bytes; undefined when there is none. Throws as `request` does, and for a larger file. */
  async download(path: string, maxBytes: number): Promise<Buffer | undefined> {
    const response = await send(`${this.#baseUrl}${path}`, {
      headers: { authorization: this.#authorization },
      signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw failure(response.status, await response.json().catch(() => undefined));
    return read(response, maxBytes);
  }

  get #authorization(): string {
    const { account_sid, auth_token } = this.#account;
    return `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;
  }
}

function failure(status: number, body: unknown): VendorRefusal | VendorAnswerLost {
  if (status >= 400 && status < 500) return new VendorRefusal(status, vendorError.safeParse(body).data ?? {});
  return new VendorAnswerLost(`The telephony vendor answered with HTTP status ${status}.`);
}

async function read({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The telephony vendor's file has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (NOT_SENT.has(code))
      throw new VendorUnreachable(`The telephony vendor could not be reached (${code}).`, { cause: error });
    throw new VendorAnswerLost("The telephony vendor's answer was lost.", { cause: error });
  }
}
