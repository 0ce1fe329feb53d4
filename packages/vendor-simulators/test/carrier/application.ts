import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { type WebSocket, WebSocketServer } from 'ws';

export const accountSid = `AC${'a'.repeat(32)}`;
export const authToken = 'test-auth-token';

export interface Received {
  path: string;
  form: Record<string, string>;
  isSigned: boolean;
}
export type Frame = { type: string } & Record<string, unknown>;

interface Options {
  /** The answer to a posted form. */
  answer?: (path: string, application: Application) => { status?: number; body?: string };
  /** The agent's reaction to each frame. */
  onFrame?: (frame: Frame, send: (frame: unknown) => void, socket: WebSocket) => void;
}

/** A small application behind the carrier: answers with TwiML, records callbacks, runs conversations. */
export class Application {
  readonly received: Received[] = [];
  readonly frames: Frame[] = [];
  readonly handshakes: boolean[] = [];
  url = '';
  readonly #server = createServer();
  readonly #sockets = new WebSocketServer({ noServer: true });

  static async start(options: Options = {}): Promise<Application> {
    const application = new Application();
    await application.#listen(options);
    return application;
  }

  get relayUrl(): string {
    return `${this.url.replace('http', 'ws')}/relay`;
  }

  /** The call statuses posted to /status, in order of arrival. */
  get statuses(): string[] {
    return this.at('/status').map(({ form }) => form.CallStatus!);
  }

  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  connectTwiml(attributes = '', inner = ''): string {
    return `<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="${this.url}/action"><ConversationRelay url="${this.relayUrl}" ${attributes}>${inner}</ConversationRelay></Connect></Response>`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  async #listen({ answer, onFrame }: Options): Promise<void> {
    this.#server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const form = Object.fromEntries(new URLSearchParams(body));
      const path = request.url!;
      const signature = String(request.headers['x-twilio-signature']);
      const isSigned = validateRequest(authToken, signature, this.url + path, form);
      this.received.push({ path, form, isSigned });
      const { status = 200, body: text } = answer?.(path, this) ?? {};
      response.writeHead(status).end(text ?? (path === '/twiml' ? this.connectTwiml() : '<Response/>'));
    });
    this.#server.on('upgrade', (request, socket, head) => {
      const signature = String(request.headers['x-twilio-signature']);
      this.handshakes.push(validateRequest(authToken, signature, this.relayUrl, {}));
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('message', (data) => {
          const frame: Frame = JSON.parse(String(data));
          this.frames.push(frame);
          onFrame?.(frame, (answer) => client.send(JSON.stringify(answer)), client);
        });
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
