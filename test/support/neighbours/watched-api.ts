import { type Answer, Api } from '../service/api.ts';

/** An answer that a user got. */
export interface SeenAnswer {
  /** Method, path and query. */
  readonly request: string;
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Sends requests as one user and records the answer to each. */
export class WatchedApi extends Api {
  readonly seen: SeenAnswer[] = [];

  override async send(path: string, init: RequestInit): Promise<Answer> {
    const answer = await super.send(path, init);
    const request = `${init.method ?? 'GET'} ${path}`;
    this.seen.push({ request, status: answer.status, retryAfter: answer.headers.get('retry-after') });
    return answer;
  }

  /** The answers by which a user would notice another user: 429, and 500 and above. */
  disturbances(): SeenAnswer[] {
    return this.seen.filter(({ status }) => status === 429 || status >= 500);
  }

  /** The answers of 500 and above. */
  failures(): SeenAnswer[] {
    return this.seen.filter(({ status }) => status >= 500);
  }

  /** The answers that refuse a request for its rate. */
  refusals(): SeenAnswer[] {
    return this.seen.filter(({ status }) => status === 429);
  }
}
