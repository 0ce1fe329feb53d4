import * as z from 'zod/mini';
import { boundedFetch } from '../runtime/outbound/bounded-fetch.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 500_000;

const shownCall = z.object({
  id: z.string(),
  status: z.enum(['not_started', 'in_progress', 'error', 'ended']),
  error_message: z.optional(z.string()),
  start_time: z.optional(z.string()),
  transcript: z.optional(z.string()),
});
/** The fields of a call that a synthetic call checks. */
export type ShownCall = z.infer<typeof shownCall>;

const page = z.object({ items: z.array(z.object({ id: z.string() })) });
const numbers = z.object({ items: z.array(z.object({ number: z.string(), active: z.boolean() })) });
const deliveries = z.array(z.object({ status: z.enum(['pending', 'delivered', 'failed']) }));
const ANY = z.unknown();

/** An answer of the API that reports no success. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} was answered with ${status}`);
    this.status = status;
  }
}

/** The public API, used like any client. Methods throw Refused, or an error of the connection. */
export class ServiceApi {
  readonly #url: string;
  readonly #token: string;
  readonly #fetch = boundedFetch({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** The user’s newest agent. */
  async agent(): Promise<string | undefined> {
    const { items } = await this.#ask('/v1/agents/list?size=1', page);
    return items[0]?.id;
  }

  /** A number that the user holds. */
  async number(): Promise<string | undefined> {
    const { items } = await this.#ask('/v1/numbers/list', numbers);
    return items.find(({ active }) => active)?.number;
  }

  /** The number of the user’s calls that were created since a time, and whether one of them is not over. */
  async callsSince(time: Date): Promise<{ readonly count: number; readonly isOneOpen: boolean }> {
    const since = `created_after=${encodeURIComponent(time.toISOString())}`;
    const count = (status?: string) =>
      this.#count(`/v1/calls/list?size=1&${since}${status ? `&status=${status}` : ''}`);
    // Counted in the order of a call's states: a call that begins between two simultaneous counts would be in
    // neither.
    const waiting = await count('not_started');
    const talking = await count('in_progress');
    return { count: await count(), isOneOpen: waiting + talking > 0 };
  }

  createCall(call: object, key: string): Promise<ShownCall> {
    const headers = { 'idempotency-key': key };
    return this.#ask('/v1/calls/create', shownCall, { method: 'POST', headers, body: JSON.stringify(call) });
  }

  getCall(id: string): Promise<ShownCall> {
    return this.#ask(`/v1/calls?id=${id}`, shownCall);
  }

  async endCall(id: string): Promise<void> {
    await this.#ask(`/v1/calls/end?id=${id}`, ANY, { method: 'POST' });
  }

  /** Whether every receiver of the call’s transcript accepted it, and there is at least one. */
  async isTranscriptDelivered(callId: string): Promise<boolean> {
    const found = await this.#ask(
      `/v1/webhooks/deliveries/list?call=${callId}&type=event_transcript`,
      deliveries,
    );
    return found.length > 0 && found.every(({ status }) => status === 'delivered');
  }

  async #ask<Answer>(path: string, answer: z.ZodMiniType<Answer>, init: RequestInit = {}): Promise<Answer> {
    const response = await this.#send(path, init);
    return answer.parse(await response.json());
  }

  async #count(path: string): Promise<number> {
    const response = await this.#send(path);
    await response.body?.cancel();
    return Number(response.headers.get('x-total-count') ?? 0);
  }

  async #send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'api-version': '2026-11',
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await this.#fetch(`${this.#url}${path}`, { ...init, headers });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Refused(path.split('?')[0] ?? path, response.status);
  }
}
