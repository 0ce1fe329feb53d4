import type { ServerResponse } from 'node:http';
import { untilAborted } from '../http/pause.ts';

/** The record of a request; times are ISO 8601. */
export interface LoggedRequest {
  readonly body: unknown;
  /** The account of its key: `platform`, or the name of an added account. */
  readonly account: string;
  readonly received_at: string;
  first_token_at: string | null;
  finished_at: string | null;
  /** When the client disconnected early. */
  aborted_at: string | null;
  /** The HTTP status of the answer; null before it. */
  status: number | null;
  sent_text: string;
}

/** Maximum requests in the log: many programs may send some while one of them looks for its own. */
const REMEMBERED = 2_000;
const LATEST = 200;

/** The requests to the model, oldest first. */
export class RequestLog {
  #entries: { readonly entry: LoggedRequest; readonly text: string }[] = [];

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
    this.#entries.push({ entry, text: JSON.stringify(body) });
    if (this.#entries.length > REMEMBERED) this.#entries.shift();
    return entry;
  }

  get latest(): readonly LoggedRequest[] {
    return this.#entries.slice(-LATEST).map(({ entry }) => entry);
  }

  containing(text: string): readonly LoggedRequest[] {
    return this.#entries.filter((known) => known.text.includes(text)).map(({ entry }) => entry);
  }
}

/** Answers a request, and records how the response ends. The signal aborts if the client disconnects before. */
export async function untilGone(
  response: ServerResponse,
  entry: LoggedRequest,
  answer: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  response.on('finish', () => {
    entry.status = response.statusCode;
    entry.finished_at = new Date().toISOString();
  });
  response.on('close', () => {
    if (response.writableFinished) return;
    entry.status = response.headersSent ? response.statusCode : null;
    entry.aborted_at = new Date().toISOString();
    gone.abort();
  });
  await untilAborted(gone.signal, answer);
}
