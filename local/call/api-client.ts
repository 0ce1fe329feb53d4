import { z } from 'zod';
import type { Connection } from '../connection-file.ts';
import { requestJson } from './request-json.ts';

const record = z.object({ id: z.string() });
const webhook = z.object({ id: z.string(), secret: z.string() });
const call = z.object({
  id: z.string(),
  status: z.enum(['not_started', 'in_progress', 'error', 'ended']),
  error_message: z.string().optional(),
  stage_outcome: z.string().optional(),
  /** The telephony vendor's name for the call. */
  telephony_id: z.string().optional(),
  transcript: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
});
/** What of a call is shown. */
export type ShownCall = z.infer<typeof call>;

/** The service's public API, as far as a call needs it. */
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

  createCall(input: { readonly from_number: string; readonly to_number: string; readonly agent: string }) {
    return requestJson({ ...this.#post('calls/create'), body: input, answer: call });
  }

  getCall(id: string): Promise<ShownCall> {
    return requestJson({ ...this.#post(`calls?id=${id}`), method: 'GET', answer: call });
  }

  endCall(id: string): Promise<ShownCall> {
    return requestJson({ ...this.#post(`calls/end?id=${id}`), answer: call });
  }

  #post(path: string) {
    const { base_url: base, access_token: token } = this.#connection;
    return { method: 'POST', url: new URL(`${base.replace(/\/+$/, '')}/v1/${path}`), token } as const;
  }
}
