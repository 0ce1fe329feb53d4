import * as z from 'zod/mini';
import { environment } from '../platform/environment.ts';
import { type TelephonyAccount, telephonyAccountOfPlatform } from '../platform/secrets.ts';

/** A call as the telephony vendor tells of it. */
const vendorCall = z.object({
  sid: z.string(),
  status: z.string(),
  /** Seconds, as a string, once the call is over. */
  duration: z.optional(z.nullable(z.string())),
  /** RFC 2822, in whole seconds. */
  date_created: z.optional(z.nullable(z.string())),
});
export type VendorCall = z.infer<typeof vendorCall>;

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

/** What a call is placed with. */
export interface PlaceCallRequest {
  readonly from: string;
  readonly to: string;
  readonly answerUrl: string;
  readonly statusUrl: string;
  /** Longest time that the callee's phone rings, in seconds. */
  readonly ringSeconds: number;
  /** Longest time that the call may last, in seconds. */
  readonly maxSeconds: number;
}

/** Time that a request to the vendor may take, in milliseconds; its own documentation advises 15 s. */
const TIMEOUT_MS = 15_000;

/** Failures of the connection's set-up, before anything of the request was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The telephony vendor's REST API (Twilio's, version 2010-04-01) with one account. */
export class TelephonyVendor {
  readonly #account: TelephonyAccount;
  readonly #baseUrl: string;

  constructor(account: TelephonyAccount, baseUrl: string) {
    this.#account = account;
    this.#baseUrl = `${baseUrl}/2010-04-01/Accounts/${account.account_sid}`;
  }

  /** Places a call. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
  async placeCall(request: PlaceCallRequest): Promise<VendorCall> {
    const form = new URLSearchParams({
      From: request.from,
      To: request.to,
      Url: request.answerUrl,
      Method: 'POST',
      StatusCallback: request.statusUrl,
      StatusCallbackMethod: 'POST',
      Timeout: String(request.ringSeconds),
      TimeLimit: String(request.maxSeconds),
    });
    for (const event of ['initiated', 'ringing', 'answered', 'completed'])
      form.append('StatusCallbackEvent', event);
    return vendorCall.parse(await this.#request('POST', '/Calls.json', form));
  }

  /** The call, or undefined when the vendor knows none with this id. */
  async getCall(sid: string): Promise<VendorCall | undefined> {
    try {
      return vendorCall.parse(await this.#request('GET', `/Calls/${encodeURIComponent(sid)}.json`));
    } catch (error) {
      if (error instanceof VendorRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  /** The latest calls between two numbers that began on this day (UTC) or later. */
  async listCalls(query: {
    readonly from: string;
    readonly to: string;
    readonly since: Date;
  }): Promise<VendorCall[]> {
    const search = new URLSearchParams({ From: query.from, To: query.to });
    search.set('StartTime>', query.since.toISOString().slice(0, 10));
    const page = z.object({ calls: z.array(vendorCall) });
    return page.parse(await this.#request('GET', `/Calls.json?${search}`)).calls;
  }

  /** Ends a call that is ringing or connected; one that is over already is left as it is. */
  async hangUp(sid: string): Promise<void> {
    try {
      await this.#request(
        'POST',
        `/Calls/${encodeURIComponent(sid)}.json`,
        new URLSearchParams({ Status: 'completed' }),
      );
    } catch (error) {
      // 21220: the call is not in progress (any more).
      if (error instanceof VendorRefusal && (error.code === 21220 || error.status === 404)) return;
      throw error;
    }
  }

  async #request(method: 'GET' | 'POST', path: string, form?: URLSearchParams): Promise<unknown> {
    const { account_sid, auth_token } = this.#account;
    const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;
    const response = await send(`${this.#baseUrl}${path}`, {
      method,
      headers: { authorization },
      ...(form && { body: form }),
    });
    const body = await response.json().catch(() => undefined);
    if (response.ok && body !== undefined) return body;
    if (response.status >= 400 && response.status < 500) {
      throw new VendorRefusal(response.status, vendorError.safeParse(body).data ?? {});
    }
    throw new VendorAnswerLost(`The telephony vendor answered with HTTP status ${response.status}.`);
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (NOT_SENT.has(code))
      throw new VendorUnreachable(`The telephony vendor could not be reached (${code}).`, { cause: error });
    throw new VendorAnswerLost("The telephony vendor's answer was lost.", { cause: error });
  }
}

/** The vendor with the platform's own account. */
export async function platformTelephony(): Promise<TelephonyVendor> {
  return new TelephonyVendor(await telephonyAccountOfPlatform(), environment('TELEPHONY_API_URL'));
}
