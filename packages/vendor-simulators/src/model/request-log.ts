/** How one request went; times are ISO 8601. */
export interface LoggedRequest {
  readonly body: unknown;
  /** Whose key it carried: `platform`, or the name under which an account was added. */
  readonly account: string;
  readonly received_at: string;
  first_token_at: string | null;
  /** When the whole answer had been sent. */
  finished_at: string | null;
  /** When the client went away before that. */
  aborted_at: string | null;
  /** The HTTP status of the answer, once there is one. */
  status: number | null;
  /** What was sent of the reply. */
  sent_text: string;
}

/** How many requests are remembered. */
const REMEMBERED = 200;

/** The latest requests to the model, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  open(body: unknown, account: string): LoggedRequest {
    const entry: LoggedRequest = {
      body,
      account,
      received_at: new Date().toISOString(),
      first_token_at: null,
      finished_at: null,
      aborted_at: null,
      status: null,
      sent_text: '',
    };
    this.#entries = [...this.#entries, entry].slice(-REMEMBERED);
    return entry;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }
}
