import { realTime } from 'cdk-local/clock/install-clock.ts';

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}

/** Sends requests as one user. */
export class Api {
  readonly #baseUrl: string;
  readonly #token: string | undefined;
  readonly #pollMs: number | undefined;

  /** Polls every `pollMs` milliseconds, by default as `until` does. */
  constructor(baseUrl: string, token: string | undefined, pollMs?: number) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#pollMs = pollMs;
  }

  get(path: string): Promise<Answer> {
    return this.send(path, {});
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send(path, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = {
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(`${this.#baseUrl}${path}`, { ...init, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  /** The body of an answer that must be a success. */
  async created(path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.post(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Polls a call until it fulfils a condition. */
  async callWhen(id: string, wanted: (call: Answer['body']) => boolean): Promise<Answer['body']> {
    const ask = async () => {
      const { body } = await this.get(`/v1/calls?id=${id}`);
      return wanted(body) ? body : { waitingFor: body };
    };
    return until(`call ${id}`, ask, this.#pollMs);
  }

  /** Polls a call until it is over. */
  finishedCall(id: string): Promise<Answer['body']> {
    return this.callWhen(id, ({ status }) => status === 'ended' || status === 'error');
  }
}

/** The JSON at a URL. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
export async function getJson(url: string): Promise<any> {
  return (await fetch(url)).json();
}

/** Longest wait in real milliseconds, and its first and longest pauses: each request costs the service some work. */
const WAIT_MS = 50_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 300;

/**
 * Polls for up to 50 s of real time, until the answer is something other than `{ waitingFor }`. The pauses grow, unless
 * `pollMs` fixes them.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  pollMs?: number,
): Promise<Exclude<T, Waiting>> {
  const deadline = performance.now() + WAIT_MS;
  let last: unknown;
  for (
    let pauseMs = pollMs ?? FIRST_PAUSE_MS;
    performance.now() < deadline;
    pauseMs *= pollMs === undefined ? 1.4 : 1
  ) {
    const answer = await ask();
    if (!isWaiting(answer)) return answer as Exclude<T, Waiting>;
    last = answer.waitingFor;
    await realTime.wait(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
  throw new Error(`Gave up waiting for ${what}; last seen: ${JSON.stringify(last)}`);
}

interface Waiting {
  readonly waitingFor: unknown;
}

function isWaiting<T>(answer: T): answer is Extract<T, Waiting> {
  return typeof answer === 'object' && answer !== null && 'waitingFor' in answer;
}
