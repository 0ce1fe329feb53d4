/** The statuses of a call resource, in the vendor's words. */
export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled';

/** An event of a call, as the control API shows it. */
export type CallEvent =
  | { readonly type: 'state'; readonly status: CallStatus | 'initiated' }
  | {
      readonly type: 'request';
      readonly purpose: RequestPurpose;
      readonly url: string;
      readonly params: Readonly<Record<string, string>>;
      readonly attempt: number;
      readonly response_status: number | null;
      readonly error?: string;
    }
  | { readonly type: 'frame'; readonly direction: 'sent' | 'received'; readonly frame: unknown }
  | { readonly type: 'agent'; readonly text: string; readonly source: 'relay' | 'carrier' }
  | {
      readonly type: 'agent_turn';
      readonly text: string;
      readonly interrupted: boolean;
      /** Milliseconds from the end of the callee's words to the beginning of these, if they answer. */
      readonly silence_ms?: number | undefined;
    }
  | { readonly type: 'callee'; readonly text: string; readonly interrupting: boolean }
  | { readonly type: 'digits'; readonly by: 'agent' | 'callee'; readonly digits: string }
  | { readonly type: 'settings'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'error'; readonly code: number; readonly message: string }
  | { readonly type: 'end'; readonly status: CallStatus };

export type RequestPurpose =
  | 'status'
  | 'twiml'
  | 'action'
  | 'conference'
  | 'machine-detection'
  | 'recording'
  | 'message';

/** A call event with its place in the log and its time (ISO 8601). */
export type LoggedEvent = CallEvent & { readonly id: number; readonly at: string };

/** The events of a call, readable as a whole or followed live from the beginning. */
export class EventLog {
  readonly events: LoggedEvent[] = [];
  readonly #followers = new Set<(event: LoggedEvent) => void>();

  add(event: CallEvent): void {
    const logged = { ...event, id: this.events.length, at: new Date().toISOString() };
    this.events.push(logged);
    for (const follower of this.#followers) follower(logged);
  }

  /** Passes all past events at once and each new one as it happens. Returns a function that stops. */
  follow(follower: (event: LoggedEvent) => void): () => void {
    for (const event of this.events) follower(event);
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
