import { type Client, createClient } from 'phone-call-agents-client';
import { DEFAULT_API_VERSION } from '../../lambdas/platform/api-versions.ts';
import type { Answer } from '../support/service/api.ts';
import type { Connection } from '../support/service/service-process.ts';

/** The product's client as the user's, with the patience for many faults. What it can't repeat any more, it throws. */
export class RetryingClient {
  readonly #client: Client;

  constructor({ base_url: baseUrl, access_token: token }: Connection) {
    const headers = { 'api-version': DEFAULT_API_VERSION };
    this.#client = createClient({ baseUrl, token, headers, retries: 60, timeoutMs: 600_000 });
  }

  get(path: string): Promise<Pick<Answer, 'body'>> {
    return this.#send('GET', path);
  }

  post(path: string, body?: unknown): Promise<Pick<Answer, 'body'>> {
    return this.#send('POST', path, body);
  }

  /** The body of the answer. */
  async created(path: string, body?: unknown): Promise<Answer['body']> {
    return (await this.post(path, body)).body;
  }

  async #send(method: 'GET' | 'POST', path: string, body?: unknown) {
    return { body: (await this.#client.request<Answer['body']>(method, path, { body })).data };
  }
}
