import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { prepare } from '../../../../packages/vendor-simulators/test/carrier/prepare.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ids = { webhook: 'w-1', agent: 'a-1', call: 'c-1' };

type CallState = Record<string, unknown> & { id: string; status: string };

/** A stand-in for the service's API beside a real simulated carrier: places calls there and delivers the events of their end. */
export class Service {
  readonly requests: { path: string; token: string | undefined; body: unknown }[] = [];
  call: CallState = { id: ids.call, status: 'not_started' };
  url = '';
  readonly #server = createServer();
  readonly #carrier: Awaited<ReturnType<typeof prepare>>;
  #webhookUrl = '';

  private constructor(carrier: Awaited<ReturnType<typeof prepare>>) {
    this.#carrier = carrier;
  }

  static async start(carrier: Awaited<ReturnType<typeof prepare>>): Promise<Service> {
    const service = new Service(carrier);
    await service.#listen();
    return service;
  }

  paths(): string[] {
    return this.requests.map(({ path }) => path).filter((path) => !path.startsWith('GET'));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Delivers an event. Returns the receiver's status, or 0 without an answer. */
  async deliver(type: string, payload: object): Promise<number> {
    const body = JSON.stringify({ id: type, type, payload });
    const now = new Date();
    const headers = {
      'webhook-id': type,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(type, now, body),
    };
    const answer = await fetch(this.#webhookUrl, { method: 'POST', body, headers }).catch(() => undefined);
    return answer?.status ?? 0;
  }

  async #answer(path: string, body: Record<string, string>): Promise<object> {
    if (path === 'POST /v1/webhooks/create') {
      this.#webhookUrl = body.url!;
      return { id: ids.webhook, secret };
    }
    if (path === 'POST /v1/agents/create') return { id: ids.agent };
    if (path.startsWith('GET /v1/calls/turns')) return [];
    if (path === 'POST /v1/calls/create') {
      const created = this.call;
      const overrides = { To: body.to_number!, From: body.from_number! };
      const sid = await this.#carrier.client.place(this.#carrier.application, overrides);
      this.call = { ...created, telephony_id: sid };
      void this.#conclude(sid);
      return created;
    }
    if (path === `POST /v1/calls/end?id=${ids.call}`) this.call = { ...this.call, status: 'ended' };
    return this.call;
  }

  async #conclude(sid: string): Promise<void> {
    const { status } = await this.#carrier.client.finished(sid).catch(() => ({ status: 'unknown' }));
    const now = new Date().toISOString();
    const isConnected = status === 'completed';
    this.call = {
      ...this.call,
      ...(isConnected
        ? {
            status: 'ended',
            start_time: now,
            end_time: now,
            transcript: 'AGENT: Stored words',
            stage_outcome: 'human_disconnected',
          }
        : { status: 'error', error_message: 'The callee was busy.', stage_outcome: 'human_unanswered' }),
    };
    if (isConnected) {
      await this.deliver('event_phone_call_connected', {});
      await this.deliver('event_phone_call_ended', {});
      await this.deliver('event_transcript', { messages: [] });
    } else await this.deliver('event_phone_call_did_not_connect', { telephony_status: status });
  }

  async #listen(): Promise<void> {
    this.#server.on('request', async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const body = text ? JSON.parse(text) : {};
      const path = `${request.method} ${request.url}`;
      this.requests.push({ path, token: request.headers.authorization, body });
      response.end(JSON.stringify(await this.#answer(path, body)));
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
