import { z } from 'zod';
import { ServiceClient } from '../clients/service-client.ts';

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
  answered_by: z.string().optional(),
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
/** The displayed fields of a turn. */
export type ShownTurn = z.infer<typeof turn>;
const number = z.object({ inbound_agent: z.object({ id: z.string() }).nullable() });
/** The displayed fields of a call. */
export type ShownCall = z.infer<typeof call>;

/** The parts of the public API that a call needs. */
export class ApiClient extends ServiceClient {
  createWebhook(body: { readonly url: string; readonly subscriptions: readonly string[] }) {
    return this.post('webhooks/create', webhook, body);
  }

  /** Deletes a webhook, after removing it from its agent. */
  async deleteWebhook(id: string, agent: string | undefined): Promise<void> {
    if (agent !== undefined) await this.post(`agents/update?id=${agent}`, z.unknown(), { webhook: null });
    await this.post(`webhooks/delete?id=${id}`, z.unknown());
  }

  createCall(body: {
    readonly from_number: string;
    readonly to_number: string;
    readonly agent: string;
    readonly [field: string]: unknown;
  }): Promise<ShownCall> {
    return this.post('calls/create', call, body);
  }

  getCall(id: string): Promise<ShownCall> {
    return this.get(`calls?id=${id}`, call);
  }

  /** The first hundred turns of a call. */
  turnsOf(id: string): Promise<ShownTurn[]> {
    return this.get(`calls/turns?id=${id}&size=100`, z.array(turn));
  }

  /** The user's latest calls to a number. */
  callsTo(phoneNumber: string): Promise<ShownCall[]> {
    return this.get(`calls/list?to_number=${encodeURIComponent(phoneNumber)}&size=10`, z.array(call));
  }

  /** The id of a number's inbound agent; null for none. */
  async inboundAgentOf(phoneNumber: string): Promise<string | null> {
    const found = await this.get(`numbers?phone_number=${encodeURIComponent(phoneNumber)}`, number);
    return found.inbound_agent?.id ?? null;
  }

  /** Sets a number's inbound agent. */
  async setInboundAgent(phoneNumber: string, agent: string | null): Promise<void> {
    const path = `numbers/update?phone_number=${encodeURIComponent(phoneNumber)}`;
    await this.post(path, z.unknown(), { inbound_agent: agent });
  }

  endCall(id: string): Promise<ShownCall> {
    return this.post(`calls/end?id=${id}`, call);
  }
}
