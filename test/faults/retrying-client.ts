import { randomUUID } from 'node:crypto';
import { realTime } from 'cdk-local/clock/install-clock.ts';
import type { Answer, Api } from '../support/service/api.ts';

/** Attempts of a request, and real milliseconds between the first two; the pause grows. */
const ATTEMPTS = 60;
const FIRST_PAUSE_MS = 30;
const LONGEST_PAUSE_MS = 1_000;

/**
 * A client that works as docs/api.md advises: it repeats requests that got no answer or a 5xx, and sends an idempotency
 * key with each POST.
 */
export class RetryingClient {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the first answer that is final. */
  get(path: string): Promise<Answer> {
    return this.#repeat(path, () => this.#api.get(path));
  }

  /** Returns the first answer that is final; each attempt has the same idempotency key. */
  post(path: string, body?: unknown): Promise<Answer> {
    const headers = { 'idempotency-key': randomUUID() };
    const init = { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.#repeat(path, () => this.#api.send(path, init));
  }

  /** The body of an answer that must be a success. */
  async created(path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.post(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #repeat(path: string, ask: () => Promise<Answer>): Promise<Answer> {
    let last: Answer | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await realTime.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** (attempt - 1)));
      // Neither an answer nor JSON: the connection or the gateway broke.
      last = await ask().catch(() => undefined);
      if (last && isFinal(last)) return last;
    }
    throw new Error(
      `${path}: no final answer in ${ATTEMPTS} attempts: ${last?.status} ${JSON.stringify(last?.body)}`,
    );
  }
}

/**
 * Whether an answer is final. A 409 means that the first attempt is still running, and a 429 that a budget is used up.
 */
function isFinal({ status, body }: Answer): boolean {
  if (status >= 500 || status === 429) return false;
  return status !== 409 || body?.detail?.[0]?.type !== 'request_in_progress';
}
