import { once } from 'node:events';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { newNumber, setCallee } from './scene.ts';
import type { Api } from './service/api.ts';
import type { Connection } from './service/service-process.ts';
import { callUrl } from './vendor-urls.ts';

/** The vendor with the account's own token. */
export interface Vendor {
  readonly connection: Pick<Connection, 'base_url' | 'phone_number' | 'carrier_url'>;
  readonly authToken: string;
}

/** A call in the form for its owner. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
type ShownCall = any;

/** A call whose callee's phone rings during a whole test. */
export async function ringingCall({ connection }: Vendor, api: Api, agent: string): Promise<ShownCall> {
  const to_number = newNumber();
  await setCallee(connection as Connection, to_number, { answer: 'answer', ring_ms: 3_600_000 });
  const from_number = connection.phone_number;
  const { id } = await api.created('/v1/calls/create', { from_number, to_number, agent });
  return api.callWhen(id, ({ telephony_id }) => telephony_id !== undefined);
}

/** Sends a callback about a call like the vendor. */
export function sendCallback(
  { connection, authToken }: Vendor,
  call: ShownCall,
  { kind, form }: { readonly kind: string; readonly form: Readonly<Record<string, string>> },
): Promise<Response> {
  const url = callUrl(connection, call, kind);
  const signature = getExpectedTwilioSignature(authToken, url, { ...form });
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...form }),
    headers: { 'x-twilio-signature': signature },
  });
}

/** A vendor's WebSocket to the relay, which records frames. */
export class VendorSocket {
  readonly heard: string[] = [];
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.heard.push(String(data)));
    socket.on('error', () => undefined);
  }

  /** Connects to the relay that the answer to a call names. */
  static async connect(vendor: Vendor, call: ShownCall): Promise<VendorSocket> {
    const form = { CallSid: call.telephony_id, CallStatus: 'in-progress' };
    const markup = await (await sendCallback(vendor, call, { kind: 'answer', form })).text();
    const url = /<ConversationRelay [^>]*\burl="([^"]+)"/.exec(markup)?.[1];
    if (url === undefined) throw new Error(`There is no relay in ${markup}`);
    const signature = getExpectedTwilioSignature(vendor.authToken, url, {});
    const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
    const connected = new VendorSocket(socket);
    await once(socket, 'open');
    return connected;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** All text that the vendor was told to speak. */
  get said(): string {
    const frames = this.heard.map((text) => JSON.parse(text));
    return frames.flatMap(({ type, token }) => (type === 'text' ? [token] : [])).join('');
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  close(): void {
    this.#socket.terminate();
  }
}
