import { z } from 'zod';
import type { Connection } from '../../connection-file.ts';
import { requestJson } from './request-json.ts';

const record = z.object({ id: z.string() });
const webhook = z.object({ id: z.string(), secret: z.string() });
/** A value of an analysis, with the words that prove it. */
const found = z.object({
  value: z.unknown(),
  reason: z.string().optional(),
  quotations: z.array(z.object({ text: z.string() })),
});
const call = z.object({
  id: z.string(),
  status: z.enum(['not_started', 'in_progress', 'error', 'ended']),
  error_message: z.string().optional(),
  stage_outcome: z.string().optional(),
  human_detection_result: z.string().optional(),
  collected_fields: z.record(z.string(), z.string().nullable()).optional(),
  transfer_attempts: z
    .array(z.object({ phone_number: z.string(), failure_reason: z.string().optional() }))
    .optional(),
  /** The telephony vendor's id of the call. */
  telephony_id: z.string().optional(),
  transcript: z.string().optional(),
  analysis: z
    .object({
      status: z.string(),
      summary: found.optional(),
      success: found.optional(),
      sentiment: found.optional(),
      extracted: z.record(z.string(), found).optional(),
    })
    .optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
});
const turn = z.object({
  number: z.number(),
  type: z.string(),
  interrupted: z.boolean().optional(),
  latency: z
    .object({
      silence_ms: z.number().optional(),
      total_ms: z.number(),
      segments: z.array(z.object({ name: z.string(), ms: z.number() })),
    })
    .optional(),
});
/** The shown fields of a turn. */
export type ShownTurn = z.infer<typeof turn>;
const number = z.object({ inbound_agent: record.nullable() });
/** The shown fields of a call. */
export type ShownCall = z.infer<typeof call>;

/** The part of the public API that a call needs. */
export class ApiClient {
  readonly #connection: Pick<Connection, 'base_url' | 'access_token'>;

  constructor(connection: Pick<Connection, 'base_url' | 'access_token'>) {
    this.#connection = connection;
  }

  createWebhook(input: { readonly url: string; readonly subscriptions: readonly string[] }) {
    return requestJson({ ...this.#post('webhooks/create'), body: input, answer: webhook });
  }

  createAgent(input: Readonly<Record<string, unknown>>) {
    return requestJson({ ...this.#post('agents/create'), body: input, answer: record });
  }

  /** Deletes a webhook; before that, its agent reports to none. */
  async deleteWebhook(webhook: string, agent: string | undefined): Promise<void> {
    const body = { webhook: null };
    if (agent !== undefined)
      await requestJson({ ...this.#post(`agents/update?id=${agent}`), body, answer: z.unknown() });
    await requestJson({ ...this.#post(`webhooks/delete?id=${webhook}`), answer: z.unknown() });
  }

  createCall(input: {
    readonly from_number: string;
    readonly to_number: string;
    readonly agent: string;
    readonly [wish: string]: unknown;
  }) {
    return requestJson({ ...this.#post('calls/create'), body: input, answer: call });
  }

  getCall(id: string): Promise<ShownCall> {
    return requestJson({ ...this.#post(`calls?id=${id}`), method: 'GET', answer: call });
  }

  /** The first hundred turns of a call. */
  turnsOf(id: string): Promise<ShownTurn[]> {
    const path = `calls/turns?id=${id}&size=100`;
    return requestJson({ ...this.#post(path), method: 'GET', answer: z.array(turn) });
  }

  /** The user's calls to a number, newest first. */
  callsTo(phoneNumber: string): Promise<ShownCall[]> {
    const path = `calls/list?to_number=${encodeURIComponent(phoneNumber)}&size=10`;
    return requestJson({ ...this.#post(path), method: 'GET', answer: z.array(call) });
  }

  /** The id of the inbound agent of a user's number; null for none. */
  async inboundAgentOf(phoneNumber: string): Promise<string | null> {
    const path = `numbers?phone_number=${encodeURIComponent(phoneNumber)}`;
    const found = await requestJson({ ...this.#post(path), method: 'GET', answer: number });
    return found.inbound_agent?.id ?? null;
  }

  /** Sets the inbound agent of a user's number. */
  async setInboundAgent(phoneNumber: string, agent: string | null): Promise<void> {
    const path = `numbers/update?phone_number=${encodeURIComponent(phoneNumber)}`;
    await requestJson({ ...this.#post(path), body: { inbound_agent: agent }, answer: z.unknown() });
  }

  endCall(id: string): Promise<ShownCall> {
    return requestJson({ ...this.#post(`calls/end?id=${id}`), answer: call });
  }

  #post(path: string) {
    const { base_url: base, access_token: token } = this.#connection;
    return { method: 'POST', url: new URL(`${base.replace(/\/+$/, '')}/v1/${path}`), token } as const;
  }
}
