import type { Call } from '../state/call.ts';
import type { Membership } from '../state/context.ts';
import { Notifier } from '../state/notifier.ts';
import { holdTheLine, talk } from './talk.ts';

/** Receives the events of a room. */
export interface RoomListener {
  entered(call: Call, membership: Membership): void;
  started(call: Call): void;
  left(call: Call, membership: Membership): void;
  closed(call: Call): void;
}

interface Entry {
  readonly call: Call;
  /** Multiplies every duration that is not given in milliseconds. */
  readonly pace: number;
  /** Aborts when the call is over or redirected. */
  readonly signal: AbortSignal;
}

/** A room in which calls hear each other: the two of a `<Dial>`, or those of a conference. */
export class Room {
  readonly changes = new Notifier();
  readonly #listener: RoomListener | undefined;
  readonly #inside = new Set<Call>();
  readonly #started = new AbortController();
  readonly #closed = new AbortController();
  #mayStart = false;

  constructor(listener?: RoomListener) {
    this.#listener = listener;
  }

  /** Aborts when the room is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** The number of calls inside. */
  get size(): number {
    return this.#inside.size;
  }

  /** Keeps a call inside until the room closes, or the call is over or redirected. */
  async enter({ call, pace, signal }: Entry, membership: Membership): Promise<void> {
    if (this.closed.aborted) return;
    this.#come(call, membership);
    const inside = AbortSignal.any([signal, this.closed]);
    try {
      await holdTheLine(call, AbortSignal.any([inside, this.#started.signal]));
      await talk({ call, room: this, pace, signal: inside });
    } finally {
      this.#go(call, membership);
    }
  }

  #come(call: Call, membership: Membership): void {
    this.#inside.add(call);
    this.#mayStart ||= membership.startsOnEnter;
    this.#listener?.entered(call, membership);
    if (this.#mayStart && this.size > 1 && !this.#started.signal.aborted) {
      this.#started.abort();
      this.#listener?.started(call);
    }
    this.changes.notify();
  }

  #go(call: Call, membership: Membership): void {
    this.#inside.delete(call);
    this.#listener?.left(call, membership);
    if (!this.closed.aborted && (membership.endsOnExit || this.size === 0)) {
      this.#closed.abort();
      this.#listener?.closed(call);
    }
    this.changes.notify();
  }
}
