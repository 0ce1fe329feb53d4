import { pause, untilAborted } from '../../http/pause.ts';
import { type Drop, dropSchema, MAX_REPLAYED } from '../callees/callee-config.ts';
import type { RelayFaults } from '../callees/relay-faults.ts';
import { TwimlError } from '../twiml/xml.ts';
import { type RelayFrame, RelaySocket, type RelaySocketOptions } from './relay-socket.ts';

/** Assumed, as the vendor documents no times: milliseconds until the first attempt and between attempts; attempts. */
const FIRST_ATTEMPT_MS = 250;
const NEXT_ATTEMPT_MS = 1_000;
const MAX_ATTEMPTS = 31;
/** Assumed: events of the last milliseconds before a loss may not have arrived, so they are sent again. */
const IN_FLIGHT_MS = 250;

interface RelayConnectionOptions extends Omit<RelaySocketOptions, 'onOpen'> {
  /** The first frame on each connection. */
  readonly setup: RelayFrame;
  /** Whether the carrier connects again after a loss (`applicationReconnect`). */
  readonly reconnects: boolean;
  readonly pace: number;
  readonly faults: RelayFaults | undefined;
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
  /** Called once, when the first connection is open. */
  readonly onOpen: () => void;
}

/** The carrier's connection with the application: one WebSocket, or one after another if it connects again. */
export class RelayConnection {
  readonly #options: RelayConnectionOptions;
  readonly #sockets = new Set<RelaySocket>();
  #socket: RelaySocket | undefined;
  #waiting: RelayFrame[] = [];
  #sent: { readonly frame: RelayFrame; readonly at: number }[] = [];

  constructor(options: RelayConnectionOptions) {
    this.#options = options;
    this.#connect({ onOpen: options.onOpen, onFailure: options.onFailure });
  }

  /** Sends an event, or keeps it for the next connection. */
  send(frame: RelayFrame): void {
    if (this.#socket?.send(frame)) {
      this.#sent = [...this.#sent.slice(1 - MAX_REPLAYED), { frame, at: Date.now() }];
      const drop = this.#options.faults?.();
      if (drop) this.drop(drop);
    } else if (this.#waiting.length < MAX_REPLAYED) this.#waiting.push(frame);
    else this.#note(`An event is lost: ${MAX_REPLAYED} wait for a connection.`);
  }

  /** Loses the present connection. Returns false if there is none. */
  drop(drop: Drop): boolean {
    const socket = this.#socket;
    if (!socket) return false;
    socket.abandon();
    untilAborted(this.#options.signal, async (signal) => {
      if (drop.close_after_ms > 0) await pause(drop.close_after_ms, signal);
      await socket.close(true);
    });
    this.#lose(new TwimlError(64105, 'The WebSocket was lost.'), drop);
    return true;
  }

  async close(force: boolean): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => socket.close(force)));
  }

  #connect({ onOpen, onFailure }: Pick<RelaySocketOptions, 'onOpen' | 'onFailure'>): void {
    let isOpened = false;
    const socket = new RelaySocket({
      ...this.#options,
      onOpen: () => {
        isOpened = true;
        this.#socket = socket;
        socket.send(this.#options.setup);
        onOpen();
      },
      onFailure: (error) => {
        if (!isOpened) onFailure(error);
        // An error is followed by the end of the same connection.
        else if (socket !== this.#socket) return;
        else if (error.code === 64107) this.#options.onFailure(error);
        else this.#lose(error, dropSchema.parse({}));
      },
    });
    this.#sockets.add(socket);
  }

  #lose(error: TwimlError, drop: Drop): void {
    this.#socket = undefined;
    const { reconnects, signal, onFailure } = this.#options;
    if (signal.aborted) return;
    if (!reconnects) {
      onFailure(error);
      return;
    }
    this.#note(`${error.message} The carrier connects again.`);
    const since = Date.now() - IN_FLIGHT_MS;
    const again =
      drop.resend_last === undefined
        ? this.#sent.filter(({ at }) => at >= since)
        : this.#sent.slice(Math.max(0, this.#sent.length - drop.resend_last));
    this.#waiting = [...again.map(({ frame }) => frame), ...this.#waiting].slice(0, MAX_REPLAYED);
    untilAborted(signal, () => this.#reconnect(error, drop));
  }

  async #reconnect(error: TwimlError, { reconnect_after_ms: afterMs, reorder }: Drop): Promise<void> {
    const { pace, signal, onFailure } = this.#options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const waitMs = attempt === 1 ? (afterMs ?? FIRST_ATTEMPT_MS * pace) : NEXT_ATTEMPT_MS * pace;
      await pause(waitMs, signal);
      if (afterMs !== null && (await this.#isOpened(reorder))) return;
    }
    onFailure(error);
  }

  /** Connects and replays what waits. Resolves with false if the connection cannot be opened. */
  #isOpened(reorder: boolean): Promise<boolean> {
    return new Promise((resolve) =>
      this.#connect({
        onOpen: () => {
          this.#replay(reorder);
          resolve(true);
        },
        onFailure: () => resolve(false),
      }),
    );
  }

  #replay(reorder: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#note(`Connected again: ${waiting.length} events are replayed.`);
    for (const [index, frame] of waiting.entries()) this.send((reorder && waiting[index ^ 1]) || frame);
  }

  #note(message: string): void {
    this.#options.log.add({ type: 'note', message });
  }
}
