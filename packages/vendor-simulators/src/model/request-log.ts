/** The record of a request; times are ISO 8601. */
export interface LoggedRequest {
  readonly body: unknown;
  /** The account of its key: `platform`, or the name of an added account. */
  readonly account: string;
  readonly received_at: string;
  first_token_at: string | null;
  /** When the answer was complete. */
  finished_at: string | null;
  /** When the client disconnected before that. */
  aborted_at: string | null;
  /** The HTTP status of the answer; null before it. */
  status: number | null;
  /** The sent part of the reply. */
  sent_text: string;
}

/** Most requests in the log. */
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
