import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { EventLog } from '../calls/event-log.ts';
import { changedSettings, providers } from '../twiml/relay-settings.ts';
import { TwimlError } from '../twiml/xml.ts';

/** A message of the application to the relay. Anything else is malformed (the vendor's 64107). */
const applicationFrameSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean().default(false),
    /** The vendor accepts true and false for any and none. */
    interruptible: z
      .boolean()
      .transform((value) => (value ? 'any' : 'none'))
      .optional(),
    /** The language of these words, in a session that goes on in another. */
    lang: z.string().min(1).optional(),
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9*#wW]+$/) }),
  z
    .strictObject({
      type: z.literal('language'),
      ttsLanguage: z.string().optional(),
      transcriptionLanguage: z.string().optional(),
      /** Assumed: with one of these, the frame declares a language that the TwiML did not. */
      ...providers,
    })
    .refine((frame) => Object.keys(frame).length > 1),
  z
    .strictObject({ type: z.literal('config'), ...changedSettings })
    .refine((frame) => Object.keys(frame).length > 1),
  z.strictObject({
    type: z.literal('hints'),
    hints: z.string(),
    /** @default the language that is heard */
    language: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.string().optional() }),
]);
export type ApplicationFrame = z.infer<typeof applicationFrameSchema>;

/** Parses a frame of the application. Returns undefined if it is malformed. */
function parseApplicationFrame(text: string): ApplicationFrame | undefined {
  try {
    return applicationFrameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Consecutive malformed messages after which the vendor closes the socket. */
const MAX_MALFORMED_IN_A_ROW = 10;
/** Milliseconds until opening the application's WebSocket, and a closing handshake, time out. */
const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;

export type RelayFrame = Readonly<Record<string, unknown>>;

export interface RelaySocketOptions {
  readonly url: string;
  readonly authToken: string;
  readonly log: EventLog;
  readonly onOpen: () => void;
  readonly onFrame: (frame: ApplicationFrame) => void;
  /** Called with the vendor's code if the socket cannot be opened or is lost. */
  readonly onFailure: (error: TwimlError) => void;
}

/** The carrier's side of one WebSocket of a conversation: signs the handshake, parses and logs every frame. */
export class RelaySocket {
  readonly #options: RelaySocketOptions;
  readonly #socket: WebSocket;
  #malformedInARow = 0;

  constructor(options: RelaySocketOptions) {
    this.#options = options;
    this.#socket = new WebSocket(options.url, {
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(options.authToken, options.url, {}) },
      handshakeTimeout: OPEN_WITHIN_MS,
      perMessageDeflate: false,
    });
    this.#socket.on('open', options.onOpen);
    this.#socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : String(data)));
    this.#socket.on('error', (error) => this.#fail(64102, `WebSocket failed: ${error.message}`));
    this.#socket.on('close', (code) => this.#fail(64105, `WebSocket ended by the application (${code}).`));
  }

  /** Returns false if the WebSocket is not open. */
  send(frame: RelayFrame): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#options.log.add({ type: 'frame', direction: 'sent', frame });
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Reads nothing more, and reports no failure. */
  abandon(): void {
    this.#socket.removeAllListeners().on('error', () => undefined);
  }

  /** Closes the socket and resolves when the connection is closed; with `force`, at once and without a handshake. */
  async close(force: boolean): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS);
    if (force) this.#socket.terminate();
    else this.#socket.close(1000);
    await closed;
    clearTimeout(timer);
  }

  #receive(text: string): void {
    const frame = parseApplicationFrame(text);
    this.#options.log.add({ type: 'frame', direction: 'received', frame: frame ?? text });
    if (frame) {
      this.#malformedInARow = 0;
      this.#options.onFrame(frame);
      return;
    }
    this.#malformedInARow += 1;
    this.#options.log.add({ type: 'error', code: 64107, message: `Invalid message received: ${text}` });
    this.send({ type: 'error', description: `Invalid message received: ${text}` });
    if (this.#malformedInARow >= MAX_MALFORMED_IN_A_ROW) {
      this.#fail(64107, `${MAX_MALFORMED_IN_A_ROW} invalid messages in a row.`);
    }
  }

  #fail(code: number, message: string): void {
    this.#options.onFailure(new TwimlError(code, message));
  }
}
